/** An error that the user can fix. `code` is stable, `hint` is the one thing to do next. */
export class UserError extends Error {
  static {
    UserError.prototype.name = 'UserError'; // the library's names are minified
  }
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

/** A file changed after the plan was made. Nothing was written; read and plan again. */
export class ConflictError extends Error {
  constructor(readonly path: string) {
    super(`${path} changed while it was being written`);
  }
}

/** Creates an error for wrong usage: status 2. */
export const createUsageError = (message: string, hint: string, code = 'usage'): UserError =>
  new UserError(code, message, hint, {}, 2);
