import { rolId } from '@flota/contract/core/permisos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { searchText } from '@flota/server/platform/db/search.ts'
import type { Availability } from './availability.ts'
import { fechaOf, minutesADay } from './calendar.ts'
import type { Clock } from './clock.ts'
import type { Demo } from './company.ts'
import { type DemoTipo, makeDocumentos } from './documentos.ts'
import { makeMantenimientos, servicePlanOf } from './mantenimientos.ts'
import { chiefId, type DemoUsuario } from './usuarios.ts'

/** As its table takes it, moments as the company's clock shows them; what the table does not have is left out. */
export type Row = object

export interface DemoContext {
  demo: Demo
  usuarios: readonly DemoUsuario[]
  hashes: readonly string[]
  clock: Clock
  /** User ids by pilot. */
  pilotIds: ReadonlyMap<number | undefined, number>
}

/** The columns that every table has. Every change is a version, and so is the way into the bin. */
export const rowMeta = (clock: Clock, created: number, deleted?: number, changed: number[] = []) => ({
  version: 1 + changed.length + (deleted === undefined ? 0 : 1),
  creado_en: clock(created),
  actualizado_en: clock(deleted ?? changed.at(-1) ?? created),
  ...(deleted !== undefined && { eliminado_en: clock(deleted), eliminado_por: chiefId }),
})

/** A trip's number. */
export const noRutaOf = (id: number) => `RUTA-${String(id).padStart(3, '0')}`

/** A minute of the company's clock. */
export const minuteAt = (day: number, minute: number) => day * minutesADay + minute

/** Everything but the routes, table by table, in an order that references allow. */
export function tablesOf(context: DemoContext) {
  const { clientes, choferes, ayudantes, camiones } = context.demo
  const withDates = choferes.map((chofer) => ({ ...chofer, vencimiento: fechaOf(chofer.vencimiento) }))
  return {
    clientes: catalogueRows(context, clientes, catalogues.clientes.searchBy),
    choferes: catalogueRows(context, withDates, catalogues.choferes.searchBy),
    ayudantes: catalogueRows(context, ayudantes, catalogues.ayudantes.searchBy),
    camiones: catalogueRows(context, camiones, catalogues.camiones.searchBy),
    usuarios: usuarioRows(context),
    mantenimientos: mantenimientoRows(context),
  }
}

/** Who came before the two years began is there from their first morning. */
const catalogueRows = <T extends Availability>(
  { demo, clock }: DemoContext,
  all: T[],
  searchBy: readonly string[],
) =>
  all.map((one, i): Row => {
    const created = minuteAt(one.first > 0 ? one.first - 1 : demo.firstDay - 5, 480 + (i % 60) * 7)
    const deleted = one.gone ? minuteAt(one.last + 1, 610 + i) : undefined
    const busqueda = searchText(searchBy.map((field) => one[field as keyof T]))
    return { ...one, busqueda, ...rowMeta(clock, created, deleted) }
  })

const usuarioRows = ({ demo, usuarios, hashes, clock }: DemoContext): Row[] =>
  usuarios.map(({ chofer, ...usuario }, i) => {
    const deleted = usuario.kind === 'papelera' ? minuteAt(demo.today - 20, 990) : undefined
    return {
      ...usuario,
      password_hash: hashes[i],
      rol_id: rolId[usuario.rol],
      estado: usuario.kind === 'inactivo' ? 'inactivo' : 'activo',
      piloto_id: chofer?.id ?? null,
      busqueda: searchText([usuario.username]),
      ...rowMeta(clock, minuteAt(demo.firstDay - 6, 480 + i), deleted),
    }
  })

const mantenimientoRows = ({ demo, clock }: DemoContext): Row[] => {
  const plans = servicePlanOf(demo.camiones)
  return makeMantenimientos(demo.random('mantenimientos'), demo, demo.today).map((one, i, all) => {
    const created = minuteAt(Math.min(one.planned - 2, demo.today - 1), 560 + (i % 30) * 11)
    const deleted = i === all.length - 1 ? minuteAt(demo.today - 1, 990) : undefined
    const busqueda = searchText([one.descripcion, one.taller])
    return {
      id: i + 1,
      lineas: [],
      ...one,
      plan_id: one.tipo === 'Preventivo' ? plans.get(one.camion_id) : null,
      fecha_programada: fechaOf(one.planned),
      busqueda,
      ...rowMeta(clock, created, deleted),
    }
  })
}

/** In the bin: the last paper, which was typed twice, a type that the office does without. */
export const deletedRows = ({ demo, clock }: DemoContext, papers: readonly Row[]) => {
  const deleted = rowMeta(clock, minuteAt(demo.today - 3, 600), minuteAt(demo.today - 2, 615))
  const tipo = { nombre: 'Calcomanía de circulación', aplica: 'camiones', obligatorio: false, ...deleted }
  return {
    documentos: [{ ...papers.at(-1), id: papers.length + 1, reemplazado_por: null, ...deleted }],
    documento_tipos: [{ ...tipo, dias_aviso: 30, activo: true }],
  }
}

/** Of types that the migrations have seeded. */
export const documentoRows = ({ demo, clock }: DemoContext, tipos: readonly DemoTipo[]): Row[] =>
  makeDocumentos(demo.random('documentos'), demo, tipos).map((one, i) => {
    const created = minuteAt(Math.max(one.issued + 1, demo.firstDay - 4), 560 + (i % 60) * 5)
    const renewed = one.renewed === undefined ? [] : [minuteAt(one.renewed, 560 + (i % 60) * 5)]
    return { ...one, ...rowMeta(clock, created, undefined, renewed) }
  })
