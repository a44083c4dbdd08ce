/** What the evidence of attached files is called in every answer and ledger: data type and source. */
export const UPLOAD = "upload";
