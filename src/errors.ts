/** What a user can mend. `code` is stable, `hint` is the one thing to do next. */
export class UserError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly status: 1 | 2 | 3 | 4 = 1,
  ) {
    super(message);
  }
}

/** A file is no longer as it was when the change was thought out: read again, think again. Nothing was changed. */
export class ConflictError extends Error {
  constructor(readonly path: string) {
    super(`${path} changed while it was being written`);
  }
}

/** Wrong usage: status 2. */
export const usageError = (message: string, hint: string): UserError =>
  new UserError('usage', message, hint, {}, 2);
