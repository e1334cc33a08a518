/** JSON Schema, 2020-12, as far as it is used here. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
};

/** A schema of an object: tools take and give nothing else. */
export type ObjectSchema = Schema & { readonly type: 'object' };

/** The schemas of plain values. A value that is missing is null, never absent. */
export const VALUE_SCHEMAS = {
  text: { type: 'string' },
  number: { type: 'number' },
  count: { type: 'integer' },
  flag: { type: 'boolean' },
  textOrNull: { type: ['string', 'null'] },
  countOrNull: { type: ['integer', 'null'] },
  texts: { type: 'array', items: { type: 'string' } },
  /** An object whose keys are not promised. */
  anyObject: { type: 'object' },
} as const satisfies Record<string, Schema>;

export const listSchema = (items: Schema): Schema => ({ type: 'array', items });

/** A table from any name to the same sort of value. */
export const mapSchema = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });

/** A value of this schema, or null. */
export const createNullableSchema = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** An object with these properties; those in `optional` may be absent. More may come, since names may be added. */
export const createObjectSchema = (
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): ObjectSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
});

/** An object of one form or the other. */
export const createEitherSchema = (one: ObjectSchema, other: ObjectSchema): ObjectSchema => ({
  type: 'object',
  properties: { ...one.properties, ...other.properties },
  anyOf: [{ required: one.required ?? [] }, { required: other.required ?? [] }],
});
