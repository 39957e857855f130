import { z } from 'zod'

export type Json = Record<string, unknown>

/** What is sent, or what is answered: they differ in what may be left out and in what is converted. */
export type Direction = 'input' | 'output'

/** A schema as JSON Schema; `named` are those with a name of their own, which it refers to as `#/$defs/<name>`. */
export function jsonSchema(schema: z.ZodType, io: Direction): { schema: Json; named: Json } {
  const {
    $schema: _dialect,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    // Before it is converted a value may be anything; whatever is answered has a schema.
    unrepresentable: io === 'input' ? 'any' : 'throw',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (io === 'input' && zodSchema instanceof z.ZodObject) setRequired(json, zodSchema)
      // zod says of each integer that JavaScript can hold it, and of each moment how it is spelled.
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.format !== undefined) delete json.pattern
    },
  })
  return { schema: own, named: $defs }
}

/** Required is what is refused when it is absent. zod calls every field so that is looked at before it is checked. */
function setRequired(json: Json, { shape }: z.ZodObject): void {
  const required = Object.keys(shape).filter(
    (name) => !z.safeParse(shape[name] ?? z.any(), undefined).success,
  )
  if (required.length > 0) json.required = required
  else delete json.required
}

/** Whether a call takes nothing there. */
export const takesNothing = (schema: z.ZodType) =>
  schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0
