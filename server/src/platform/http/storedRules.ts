import { type RawInput, readValue } from '@flota/contract/core/endpoint.ts'
import { brokenRules } from '@flota/contract/core/fieldRules.ts'
import type { Fields } from '@flota/contract/core/fields.ts'
import { pathId } from '@flota/contract/core/values.ts'
import { type Db, one, raw, sql } from '../db/sql.ts'

const id = pathId()

/** Returns the check of a PUT: a value may break its field's rule only if it is the stored one. */
export const storedRules =
  (db: Db, table: string, fields: Fields) =>
  async ({ params, body }: RawInput & { body: unknown }): Promise<Record<string, string>> => {
    const sent: Record<string, unknown> = Object.fromEntries(Object.entries(body ?? {}))
    const errors = brokenRules(fields, sent)
    if (Object.keys(errors).length === 0) return errors
    const rowId = id.safeParse(readValue(params, 'id')).data ?? 0
    const stored = await one<Record<string, unknown>>(
      db,
      sql`select * from ${raw(table)} where id = ${rowId}`,
    )
    return Object.fromEntries(
      Object.entries(errors).filter(([name]) => stored?.[name] !== String(sent[name]).trim()),
    )
  }
