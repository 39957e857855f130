import { serieAndNumeroOf } from '@flota/contract/facturas.ts'
import { formatFecha } from '@flota/contract/format.ts'
import {
  type Movimiento,
  type MovimientoChanges,
  type MovimientoValues,
  missingMovimientoFields,
} from '@flota/contract/movimientos.ts'
import { registros } from '@flota/contract/registros.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { assertNoFieldErrors, assertUnsettled, lockOwners } from '../../domain/trips/moneyLocks.ts'
import {
  type Columns,
  findRecord,
  insert,
  lockRecord,
  RecordError,
  replaceRecord,
} from '../../platform/db/records.ts'
import { type Db, one, sql, violates } from '../../platform/db/sql.ts'
import { conflict, notFound, unavailable } from '../../platform/http/errors.ts'

/** What tells one invoice from another. */
type Factura = Pick<Movimiento, 'nit' | 'serie' | 'numero' | 'uuid'>

const noFactura: Factura & Pick<Movimiento, 'compartida'> = {
  nit: null,
  serie: null,
  numero: null,
  uuid: null,
  compartida: false,
}

/** Of what a tipo or a comprobante does not have nothing is kept. */
function withoutUnused(said: MovimientoValues) {
  const { concepto, paga, nit, serie, numero, uuid, compartida } = said
  const comprobante = said.comprobante ?? 'ninguno'
  if (said.tipo !== 'gasto') return { concepto: null, paga: null, comprobante: null, ...noFactura }
  const isFactura = comprobante === 'factura'
  const factura = { nit, serie, numero, uuid, compartida, ...(uuid && serieAndNumeroOf(uuid)) }
  return { concepto, paga, comprobante, ...(isFactura ? factura : noFactura) }
}

function columnsOf(said: MovimientoValues) {
  const { chofer_id, ruta_id, descripcion } = said
  const own = withoutUnused(said)
  return {
    tipo: said.tipo,
    chofer_id,
    ruta_id,
    monto: said.monto,
    fecha: said.fecha,
    forma: said.forma,
    descripcion,
    ...own,
    busqueda: sql`texto_de_movimiento(${chofer_id}, ${ruta_id}, ${descripcion}, ${own.nit}, ${own.serie}, ${own.numero})`,
  } satisfies Columns<MovimientoValues, 'busqueda'>
}

export const findMovimiento = (db: Db, id: number) => findRecord<Movimiento>(db, 'movimientos', id)

/** An invoice that another gasto has: whose, is asked once the transaction is over. */
class FacturaTakenError extends Error {
  readonly factura: Factura

  constructor(factura: Factura) {
    super('another gasto has this invoice')
    this.factura = factura
  }
}

/** The unique indexes decide who has an invoice first. */
export const rejectTakenFactura = async <T>(factura: Factura, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    const isTaken = ['movimientos_uuid_unico', 'movimientos_factura_unica'].some((index) =>
      violates(error, index),
    )
    throw isTaken ? new FacturaTakenError(factura) : error
  }
}

/** @throws {HttpError} 409 telling which gasto has the invoice */
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
    // It was annulled meanwhile: the next try succeeds.
    if (!other) throw unavailable()
    throw conflict(
      `Esa factura ya está registrada: ${formatFecha(other.fecha)}, ${other.no_ruta ?? 'sin viaje'}.`,
    )
  }
}

/** In a transaction. @throws {HttpError} 400, 409 */
export async function createMovimiento(tx: Db, said: MovimientoValues, userId: number): Promise<Movimiento> {
  const { unknown } = await lockOwners(tx, said)
  assertNoFieldErrors(unknown, Object.values(unknown)[0])
  const columns = { ...columnsOf(said), estado: 'aprobado', usuario_id: userId }
  return findMovimiento(tx, await rejectTakenFactura(columns, () => insert(tx, 'movimientos', columns)))
}

/** A movimiento as its table has it. */
export type StoredMovimiento = Omit<
  Movimiento,
  'piloto' | 'no_ruta' | 'liquidacion' | 'archivos' | 'registrado_por'
>

/** In a transaction. @throws {HttpError} 400, 404, 409 */
export async function changeMovimiento(
  tx: Db,
  id: number,
  { version, ...said }: MovimientoChanges,
): Promise<Movimiento> {
  const owners = await lockOwners(tx, said)
  const before = await lockRecord<StoredMovimiento>(tx, 'movimientos', id)
  // What it keeps may have gone to the bin.
  for (const column of owners.inBin) if (before?.[column] === said[column]) delete owners.unknown[column]
  const tipo = said.tipo ?? before?.tipo
  const wrongTipo = before && tipo !== before.tipo && { tipo: 'El tipo no se puede cambiar.' }
  const missing = tipo && !said.tipo ? missingMovimientoFields({ ...said, tipo }) : []
  assertNoFieldErrors(
    {
      ...Object.fromEntries(missing.map((campo) => [campo, sentences.required])),
      ...owners.unknown,
      ...wrongTipo,
    },
    missing.length > 0 || wrongTipo ? undefined : Object.values(owners.unknown)[0],
  )
  if (!before) throw notFound(registros.movimientos.notFound)
  if (version != null && version !== before.version) throw new RecordError('movimientos', true)
  await assertUnsettled(tx, id)
  if (before.estado === 'anulado') throw conflict('El movimiento está anulado.')
  const columns = columnsOf({ ...said, tipo: before.tipo })
  await rejectTakenFactura(columns, () => replaceRecord(tx, 'movimientos', id, columns, version))
  return findMovimiento(tx, id)
}
