/** What the launcher passes to the bundle that it starts. */
export interface LauncherApi {
  /** The command that was typed. */
  readonly command: string;
  /** Saves V8's compiled code for the next start. The launcher also does so after a successful run. */
  readonly keepCode: () => void;
}
