/** The name of a setting: where it has no room it is broken between its words, not within one. */
import { Fragment } from "react";

export function SettingName({ name }: { name: string }) {
  return name.split("_").map((word, at) => <Fragment key={at}>{at > 0 && <>_<wbr /></>}{word}</Fragment>);
}
