import { addDays } from '@flota/contract/core/dates.ts'
import { normalizeNit } from '@flota/contract/core/facturas.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { identifiersOf } from '@flota/contract/money/invoiceInputs.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { facturaErrors, facturaName } from '@flota/contract/records/facturas.ts'
import { catalogueNameSql } from '../../platform/db/recordName.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { readInChunks } from './batches.ts'
import {
  decideMatch,
  decideRows,
  type FieldValues,
  type ImportRow,
  isCompared,
  type Match,
  type ResolvedRow,
  validValues,
  withoutReferences,
} from './importRow.ts'
import { ambiguousText, type NameFinder, type NameMatch } from './names.ts'
import { clienteReference, createFinders, withMatch } from './references.ts'

interface TaxClient {
  id: number
  nombre: string
}

const nitOf = ({ parsed: { nit } }: ImportRow) => (nit == null ? undefined : normalizeNit(String(nit)))

/** Returns the live clients of each NIT. */
async function findClientsByNit(db: Db, rows: readonly ImportRow[]): Promise<Map<string, TaxClient[]>> {
  const nits = new Set(rows.map(nitOf).filter((nit) => nit !== undefined))
  // Whoever gives no NIT has this one.
  nits.delete('CF')
  const clients = await readInChunks([...nits], (part) =>
    many<TaxClient & { nit: string }>(
      db,
      sql`select f.nit, c.id, c.nombre
        from clientes_fiscal f
          join (select id, ${raw(catalogueNameSql(catalogues.clientes))} as nombre from clientes
            where eliminado_en is null) c on c.id = f.cliente_id
        where f.nit = any(${part}::text[]) order by c.id`,
    ),
  )
  return Map.groupBy(clients, ({ nit }) => nit)
}

const unknownClient: NameMatch = {
  error: sentences.unknownCliente,
  unknown: { tabla: 'clientes', several: [] },
}

/** Of several clients with the row's NIT the name decides. */
function chooseByName(clients: readonly TaxClient[], byName: NameMatch | undefined): NameMatch {
  if (byName && 'record' in byName) return byName
  const several = byName && 'error' in byName ? byName.unknown.several : []
  const named = several.filter(({ id }) => clients.some((each) => each.id === id))
  const [only] = named
  if (only && named.length === 1) return { record: only }
  return {
    error: ambiguousText('clientes') ?? '',
    unknown: { tabla: 'clientes', several: named.length > 0 ? named : clients },
  }
}

/** Finds the client by the row's NIT, whatever name is beside it, else by name. */
function resolveClient(
  row: ImportRow,
  clientsByNit: ReadonlyMap<string, TaxClient[]>,
  findByName: NameFinder | undefined,
): ResolvedRow {
  const resolved = withoutReferences(row)
  const { cliente: nombre } = row.parsed
  const byName = nombre == null ? undefined : findByName?.(String(nombre))
  const nit = nitOf(row)
  const [only, ...others] = (nit && clientsByNit.get(nit)) || []
  const found = only && (others.length === 0 ? { record: only } : chooseByName([only, ...others], byName))
  const match = byName && 'isOmitted' in byName ? byName : (found ?? byName ?? (nit && unknownClient))
  if (!match) return resolved
  return nombre == null && 'error' in match
    ? { ...resolved, errors: [...resolved.errors, { campo: 'nit', mensaje: match.error }] }
    : withMatch(resolved, clienteReference, match)
}

/** Returns the credit days of the rows' clients. */
async function findCredit(db: Db, all: readonly FieldValues[]): Promise<Map<unknown, number>> {
  const ids = [...new Set(all.map(({ cliente_id }) => cliente_id))]
  const rows = await readInChunks(ids, (part) =>
    many<{ cliente_id: number; dias_credito: number }>(
      db,
      sql`select cliente_id, dias_credito from clientes_fiscal where cliente_id = any(${part}::int[])`,
    ),
  )
  return new Map(rows.map(({ cliente_id, dias_credito }) => [cliente_id, dias_credito]))
}

/** Completes the row with what its invoice has by default. */
function withDefaults(resolved: ResolvedRow, credit: ReadonlyMap<unknown, number>): ResolvedRow {
  const { uuid = null, fecha, vence, monto = null, saldo_inicial, cliente_id } = resolved.valores
  const identifiers = identifiersOf({ ...resolved.valores, uuid: uuid === null ? null : String(uuid) })
  const due = vence ?? addDays(String(fecha), credit.get(cliente_id) ?? 0)
  const valores = { ...resolved.valores, ...identifiers, vence: due, saldo_inicial: saldo_inicial ?? monto }
  return { ...resolved, valores }
}

const keyOf = ({ serie, numero }: FieldValues) => `${serie}\n${numero}`

/** Returns the ids of the valid invoices with the rows' series and numbers. */
async function findExisting(db: Db, all: readonly FieldValues[]): Promise<Map<string, number>> {
  const keys = all.map(({ serie, numero }) => ({ serie, numero }))
  const rows = await readInChunks(keys, (part) =>
    many<{ id: number; serie: string; numero: string }>(
      db,
      sql`select f.id, f.serie, f.numero
        from unnest(${part.map(({ serie }) => serie)}::text[], ${part.map(({ numero }) => numero)}::text[])
          as k (serie, numero)
        join facturas f on (f.serie, f.numero) = (k.serie, k.numero) and f.estado = 'vigente'`,
    ),
  )
  return new Map(rows.map(({ id, serie, numero }) => [keyOf({ serie, numero }), id]))
}

/** Matches invoices by series and number. */
export const matchFacturas: Match = async (db, rows, { duplicados, nombres }) => {
  const finders = await createFinders(db, rows, [clienteReference], nombres)
  const clientsByNit = await findClientsByNit(db, rows)
  const withClients = rows.map((row) => resolveClient(row, clientsByNit, finders.get('cliente')))
  const credit = await findCredit(db, validValues(withClients))
  const resolvedRows = withClients.map((each) => (isCompared(each) ? withDefaults(each, credit) : each))
  const existing = await findExisting(db, validValues(resolvedRows))
  return decideRows(
    resolvedRows,
    ({ valores }) => keyOf(valores),
    (resolved) => {
      const { serie, numero } = resolved.valores
      const id = existing.get(keyOf(resolved.valores))
      const match = {
        existing: id === undefined ? undefined : { id, version: 0, valores: {} },
        message: facturaErrors.taken(facturaName({ serie: String(serie), numero: String(numero) })),
        writtenFields: [],
      }
      return decideMatch(resolved, match, duplicados)
    },
  )
}
