/** JSON Schema, 2020-12, as far as it is used here. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
};

/** A schema of an object: tools take and give nothing else. */
export type ObjectSchema = Schema & { readonly type: 'object' };

export const TEXT_SCHEMA: Schema = { type: 'string' };
export const COUNT_SCHEMA: Schema = { type: 'integer' };
export const BOOLEAN_SCHEMA: Schema = { type: 'boolean' };

/** A text that may be missing: then it is null, never absent. */
export const NULLABLE_TEXT_SCHEMA: Schema = { type: ['string', 'null'] };

export const listSchema = (items: Schema): Schema => ({ type: 'array', items });

/** A table from any name to the same sort of value. */
export const mapSchema = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });

/** An object with these properties; those in `optional` may be absent. More may come, since names may be added. */
export const objectSchema = (
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): ObjectSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
});
