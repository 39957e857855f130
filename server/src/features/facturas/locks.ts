import type { FacturaValues } from '@flota/contract/money/facturas.ts'
import { facturaErrors } from '@flota/contract/records/facturas.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { lockCliente } from '../../domain/trips/clientes.ts'
import { lockRecord, RecordError, type Version } from '../../platform/db/records.ts'
import { type Db, many, one, sql } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/errors.ts'

type Lines = FacturaValues['rutas']

export interface LockedRuta {
  id: number
  no_ruta: string
  cliente_id: number
  inBin: boolean
}

/** Locks routes by id. Not `for share`, because `facturada` is written: two invoices of a route would deadlock. */
export const lockRutas = (tx: Db, ids: readonly number[]) =>
  many<LockedRuta>(
    tx,
    sql`select id, no_ruta, cliente_id, eliminado_en is not null as "inBin" from rutas
      where id = any(${ids}::int[]) order by id for no key update`,
  )

/** Columns of an invoice that a write needs. `rutas` are ids, ascending. */
export interface LockedFactura {
  id: number
  cliente_id: number
  serie: string
  numero: string
  estado: 'vigente' | 'anulada'
  rutas: number[]
  version: number
}

interface FacturaLocks {
  /** undefined if it does not exist. */
  factura: LockedFactura | undefined
  rutas: LockedRuta[]
}

/** Locks client, routes (the stored ones too) and invoice, in this order: renames lock client or route before invoices. */
export async function lockFactura(tx: Db, id: number, lines: Lines = []): Promise<FacturaLocks> {
  const found = await one<Pick<LockedFactura, 'cliente_id' | 'rutas'>>(
    tx,
    sql`select cliente_id, rutas from facturas where id = ${id}`,
  )
  if (found) await lockCliente(tx, found.cliente_id)
  const ids = [...lines.map(({ ruta_id }) => ruta_id), ...(found?.rutas ?? [])]
  const rutas = await lockRutas(tx, ids)
  const factura = await lockRecord<LockedFactura>(tx, 'facturas', id)
  // Another transaction may have changed the routes: lock the new ones.
  const isComplete = (factura?.rutas ?? []).every((each) => ids.includes(each))
  return isComplete ? { factura, rutas } : lockFactura(tx, id, lines)
}

/** @throws {HttpError} 404, 409 if the version is stale or the invoice is annulled */
export function assertWritable(
  factura: LockedFactura | undefined,
  version: Version,
): asserts factura is LockedFactura {
  if (!factura) throw notFound(registros.facturas.notFound)
  if (version != null && version !== factura.version) throw new RecordError('facturas', true)
  if (factura.estado === 'anulada') throw conflict(facturaErrors.annulled)
}
