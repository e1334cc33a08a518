/** An installed timer of the operating system. It only starts a tick; the ledger decides what is due. */
export interface Timer {
  /** A unique name for each workspace: `daybook-` and eight digits. */
  readonly name: string;
  readonly root: string;
  /** The command of a tick; the first word is a program's full path. */
  readonly command: readonly string[];
  /** Variables that the command needs and schedulers do not set. */
  readonly env: Readonly<Record<string, string>>;
  /** Its interval in minutes; a divisor of 60. */
  readonly minutes: number;
  /** The file for the command's output, if the scheduler keeps none. */
  readonly log: string;
}

/** A file of a scheduler. */
export interface TimerFile {
  /** Its name in the folder of the scheduler. */
  readonly name: string;
  readonly text: string;
}

/** Escapes a text for XML. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
