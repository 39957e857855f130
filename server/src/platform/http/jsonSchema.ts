import { z } from 'zod'

export type Json = Record<string, unknown>

/** Request or response: they differ in optional fields and conversions. */
export type Direction = 'input' | 'output'

/** Converts a schema to JSON Schema. `named` holds the schemas that it references as `#/$defs/<name>`. */
export function jsonSchema(schema: z.ZodType, io: Direction): { schema: Json; named: Json } {
  const {
    $schema: _dialect,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    // A request's value may be anything before its conversion.
    unrepresentable: io === 'input' ? 'any' : 'throw',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (io === 'input' && zodSchema instanceof z.ZodObject) setRequired(json, zodSchema)
      // zod adds JavaScript's integer range, and a pattern beside each format.
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.format !== undefined) delete json.pattern
    },
  })
  return { schema: own, named: $defs }
}

/** Requires exactly the fields whose absence is rejected: zod also requires preprocessed optional ones. */
function setRequired(json: Json, { shape }: z.ZodObject): void {
  const required = Object.keys(shape).filter(
    (name) => !z.safeParse(shape[name] ?? z.any(), undefined).success,
  )
  if (required.length > 0) json.required = required
  else delete json.required
}

export const takesNothing = (schema: z.ZodType) =>
  schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0
