import { serieAndNumeroOf } from '@flota/contract/core/facturas.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { type Db, one, sql, violates } from '../../platform/db/sql.ts'
import { conflict, unavailable } from '../../platform/errors.ts'

type InvoiceKey = Pick<Movimiento, 'nit' | 'serie' | 'numero' | 'uuid'>
type Invoice = InvoiceKey & Pick<Movimiento, 'comprobante' | 'compartida'>

export const noFactura: InvoiceKey & Pick<Movimiento, 'compartida'> = {
  nit: null,
  serie: null,
  numero: null,
  uuid: null,
  compartida: false,
}

/** Returns a gasto's receipt. Only a factura keeps its fields, and a uuid decides its serie and numero. */
export function invoiceColumns(values: Invoice): Invoice {
  const { nit, serie, numero, uuid, compartida } = values
  const comprobante = values.comprobante ?? 'ninguno'
  const factura = { nit, serie, numero, uuid, compartida, ...(uuid && serieAndNumeroOf(uuid)) }
  return { comprobante, ...(comprobante === 'factura' ? factura : noFactura) }
}

/** Returns the search text of a movimiento. */
export const movimientoSearchText = (
  { chofer_id, ruta_id, descripcion }: Pick<Movimiento, 'chofer_id' | 'ruta_id' | 'descripcion'>,
  { nit, serie, numero }: InvoiceKey,
) => sql`texto_de_movimiento(${chofer_id}, ${ruta_id}, ${descripcion}, ${nit}, ${serie}, ${numero})`

interface Fuel {
  camion_id: number
  chofer_id: number | null
  ruta_id: number | null
  galones: number
  km: number | null
  lleno: boolean
  falta_anterior: boolean
  estacion: string | null
  vale: string | null
}

/** Returns the columns that make a gasto a carga. */
export const fuelColumns = (fuel: Fuel) => {
  const { camion_id, galones, km, lleno, falta_anterior, estacion, vale } = fuel
  return {
    camion_id,
    galones,
    km,
    lleno,
    falta_anterior,
    estacion,
    vale,
    busqueda_carga: sql`texto_de_carga(${camion_id}, ${fuel.chofer_id}, ${fuel.ruta_id}, ${estacion}, ${vale})`,
  }
}

/** Aborts the transaction; `withDuplicateMessage` then finds the other gasto. */
class FacturaTakenError extends Error {
  readonly factura: InvoiceKey

  constructor(factura: InvoiceKey) {
    super('Another movimiento has this invoice')
    this.factura = factura
  }
}

/** The unique indexes decide which request gets an invoice. @throws {FacturaTakenError} */
export const rejectTakenFactura = async <T>(factura: InvoiceKey, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    const isTaken = ['movimientos_uuid_unico', 'movimientos_factura_unica'].some((index) =>
      violates(error, index),
    )
    throw isTaken ? new FacturaTakenError(factura) : error
  }
}

/** @throws {HttpError} 409 naming the gasto that has the invoice */
export async function withDuplicateMessage<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FacturaTakenError)) throw error
    const { uuid, nit, serie, numero } = error.factura
    const other = await one<Pick<Movimiento, 'fecha' | 'no_ruta'>>(
      db,
      sql`select m.fecha, r.no_ruta from movimientos m left join rutas r on r.id = m.ruta_id
        where m.estado <> 'anulado' and not m.compartida
          and (m.uuid = ${uuid} or (m.nit, m.serie, m.numero) = (${nit}, ${serie}, ${numero}))
        order by m.id limit 1`,
    )
    // The other gasto was annulled meanwhile: a retry succeeds.
    if (!other) throw unavailable()
    throw conflict(
      `Esa factura ya está registrada: ${formatFecha(other.fecha)}, ${other.no_ruta ?? 'sin viaje'}.`,
    )
  }
}
