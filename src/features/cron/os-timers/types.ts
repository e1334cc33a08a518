/** What an installed timer of the machine does: it asks now and then what is due; all else lies in our own files. */
export interface Timer {
  /** A name of its own for each workspace: `daybook-` and eight digits. */
  readonly name: string;
  readonly root: string;
  /** The words of the command that ticks; the first is a program's full path. */
  readonly command: readonly string[];
  /** Variables that the command needs and that a scheduler does not have. */
  readonly env: Readonly<Record<string, string>>;
  /** How often it looks, in minutes; a divisor of 60. */
  readonly minutes: number;
  /** File that takes what the command says, where the scheduler keeps none. */
  readonly log: string;
}

/** A file of a scheduler. */
export interface TimerFile {
  /** Its name in the folder of the scheduler. */
  readonly name: string;
  readonly text: string;
}

/** Text for XML. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
