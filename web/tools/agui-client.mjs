// One AG-UI conversation after another with the protocol's own JavaScript client. Usage: node agui-client.mjs ADDRESS < CONVERSATIONS
// Each line of standard input is {"thread": "…", "turns": [{"say": "…"} | {"resume": {…} | null}]}; what came of each turn is a line out.
// tests/service_agent/adapters/agui/test_javascript_client.py says what to say and looks at what came.
import { createInterface } from "node:readline";
import { HttpAgent, buildResumeArray, isInterruptExpired } from "@ag-ui/client";

const [base] = process.argv.slice(2);

async function turn(agent, asked, kinds) {
  const seen = { onEvent: ({ event }) => void kinds.push(event.type) };
  if (asked.say !== undefined) {
    agent.addMessage({ id: crypto.randomUUID(), role: "user", content: asked.say });
    return agent.runAgent({}, seen);
  }
  const open = agent.pendingInterrupts;
  const answer = asked.resume === null ? { status: "cancelled" } : { status: "resolved", payload: asked.resume };
  const resume = asked.resume_id ? [{ interruptId: asked.resume_id, ...answer }] : buildResumeArray(open, Object.fromEntries(open.map((one) => [one.id, answer])));
  return agent.runAgent({ resume }, seen);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { thread, turns } = JSON.parse(line);
  const agent = new HttpAgent({ url: `${base}/agui`, threadId: thread, initialMessages: [], initialState: {} });
  const told = [];
  for (const asked of turns) {
    const kinds = [];
    try {
      const { result, newMessages } = await turn(agent, asked, kinds);
      const interrupts = agent.pendingInterrupts.map((one) => ({ id: one.id, reason: one.reason, message: one.message, schema: one.responseSchema, expired: isInterruptExpired(one) }));
      told.push({ kinds, result: result ?? null, texts: newMessages.map((one) => one.content), state: agent.state, interrupts });
    } catch (error) {
      told.push({ kinds, error: String(error.message ?? error) });
    }
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
