import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import type { Ruta, RutaValues } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { type Columns, changed, inVersion, names, values } from '../db/records.ts'
import { normalize } from '../db/search.ts'
import { type Db, join, one, prepared, raw, sql } from '../db/sql.ts'
import { avisosOf, type Hallazgo } from './avisos.ts'
import {
  found,
  held,
  isOpen,
  listed,
  open,
  type ReferenceColumn,
  referenceColumns,
  toldOf,
} from './references.ts'
import { textoDeRuta } from './texto.ts'

/** A form whose client is known by id, and whose state is said. */
export interface RutaWrite extends Omit<RutaValues, 'cliente' | 'cliente_id' | 'estado'> {
  cliente_id: number
  estado: NonNullable<RutaValues['estado']>
}

export interface Written {
  /** As it was written; null when nothing was: where nothing is missing and nothing blocks it, its number is taken. */
  ruta: Ruta | null
  missing: ReferenceColumn[]
  /** What speaks against the trip. */
  avisos: AvisoDeViaje[]
  /** Something of that keeps it from being written, and its number is not another's. */
  isBlocked: boolean
}

/** `hay_…` tells the names that a search looks for, `horario` when the trip occupies. */
const columnsOf = (ruta: RutaWrite, duracion: Sql) =>
  ({
    no_ruta: ruta.no_ruta,
    correlativo: sql`numero_de_ruta(${ruta.no_ruta})`,
    cliente_id: ruta.cliente_id,
    servicio: ruta.servicio,
    mercaderia: ruta.mercaderia,
    camion_id: ruta.camion_id,
    combustible: ruta.combustible,
    origen: ruta.origen,
    destino: ruta.destino,
    chofer_id: ruta.chofer_id,
    ayudante_id: ruta.ayudante_id,
    fecha: sql`${ruta.fecha}::date`,
    hora: sql`${ruta.hora}::time`,
    precio: ruta.precio,
    comentario: ruta.comentario,
    duracion_min: duracion,
    inicio: raw('horario.inicio'),
    fin: raw('horario.fin'),
    estado: ruta.estado,
    busqueda: textoDeRuta({
      no_ruta: normalize(ruta.no_ruta),
      cliente: raw('hay_cliente_id.buscado'),
      servicio: normalize(ruta.servicio),
      piloto: raw('hay_chofer_id.buscado'),
    }),
  }) satisfies Columns<Omit<RutaWrite, 'motivo_excepcion'>, 'correlativo' | 'busqueda' | 'inicio' | 'fin'>

/** How many minutes the trip takes, if `duracion` says it or not. */
const minutos = (r: RutaWrite, duracion: Sql) =>
  sql`duracion_de(${duracion}, ${r.cliente_id}, ${r.origen}, ${r.destino}, ${r.servicio}, ${r.fecha})`

/** The CTE `revision`: what speaks against the trip, found before any row is held. */
const checked = (r: RutaWrite, duracion: Sql, id: number | null, isRefused: Sql) =>
  sql`revision as materialized (select * from revisar_apartando(${r.camion_id}, ${r.chofer_id}, ${r.ayudante_id},
    ${r.fecha}, ${r.hora}, ${minutos(r, duracion)}, ${r.mercaderia}, ${r.estado}, ${id}, ${isRefused}))`

/** What this route refers to: the records held, those that it may refer to, and whether each was found. */
function referencesOf(ruta: RutaWrite, usable: (column: ReferenceColumn) => Sql) {
  const given = referenceColumns.filter((column) => ruta[column] !== null)
  return {
    given,
    held: join(given.map((column) => held(column, ruta[column]))),
    found: join(given.map((column) => found(column, usable(column)))),
    from: listed(given, (column) => `hay_${column}`),
    tell: sql`${toldOf(given)}, ${listed(given, (column) => `exists (select from hay_${column}) as hay_${column}`)}`,
  }
}

type Told = (Ruta | { id: null }) & { hallazgos: Hallazgo[]; impedida: boolean } & Partial<
    Record<`hay_${ReferenceColumn}` | 'hubo' | 'vigente', boolean>
  >

const writtenOf = (given: ReferenceColumn[], told: Told | undefined): Written => ({
  ruta: told?.id == null ? null : told,
  missing: given.filter((column) => !told?.[`hay_${column}`]),
  avisos: avisosOf(told?.hallazgos ?? []),
  isBlocked: told?.impedida ?? false,
})

const blockedBut = (r: RutaWrite, id: number | null) =>
  sql`choque.impide and not esta_tomado(${r.no_ruta}, ${id}) as impedida`

/** For the statement's end: a trip that was written though something kept it from that. */
const tellException = (written: string, motivo: string | null) =>
  sql`(select anota('excepcion', 'rutas', w.id, w.no_ruta, '{}', ${motivo}) from ${raw(written)} w, choque where choque.si)`

/**
 * One statement: the route, its first history row and the totals, if all that it refers to is there and nothing
 * blocks it, or somebody says why it is an exception.
 */
export async function insertRuta(db: Db, ruta: RutaWrite, userId: number): Promise<Written> {
  const duracion = sql`${ruta.duracion_min ?? null}::int`
  const columns = columnsOf(ruta, duracion)
  const motivo = ruta.motivo_excepcion ?? null
  const refs = referencesOf(ruta, () => sql`r.eliminado_en is null`)
  const told = await one<Told>(
    db,
    prepared(sql`with ${checked(ruta, duracion, null, sql`${motivo}::text is null`)}, ${refs.held}, ${refs.found},
      choque as (select bloquea as si, bloquea and ${motivo}::text is null as impide from revision),
      nueva as (
        insert into rutas (${names(columns)}) select ${values(columns)}
        from ${refs.from}, revision as horario, choque where not choque.impide
        on conflict do nothing returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nueva)
      select nueva.*, revision.hallazgos, ${blockedBut(ruta, null)}, ${refs.tell},
        (select contar_ruta(null, nueva) from nueva), ${tellException('nueva', motivo)}
      from revision, choque left join nueva on true`),
  )
  return writtenOf(refs.given, told)
}

/** What the route's duration is to be: before its row is held, and of the row `antes`. One that is not sent stays. */
const durationsOf = ({ duracion_min }: RutaWrite, id: number): [Sql, Sql] =>
  duracion_min === undefined
    ? [sql`(select duracion_min from rutas where id = ${id})`, raw('antes.duracion_min')]
    : [sql`${duracion_min}::int`, sql`${duracion_min}::int`]

/** Whether `row` is reopened, or given what is checked anew: only then may something refuse it. */
const isReplanned = (ruta: RutaWrite, duracion: Sql, row: Sql) =>
  sql`exists (select from ${row} where not ${open}
    or (camion_id, chofer_id, ayudante_id, fecha, hora, duracion_min) is distinct from
      (${ruta.camion_id}::int, ${ruta.chofer_id}::int, ${ruta.ayudante_id}::int, ${ruta.fecha}::date,
        ${ruta.hora}::time, ${duracion}))`

/** Whether what blocks the change keeps it from being written, as far as is seen before its row is held. */
const mayRefuse = (
  ruta: RutaWrite,
  duracion: Sql,
  id: number,
) => sql`${ruta.motivo_excepcion ?? null}::text is null
  and ${isReplanned(ruta, duracion, sql`(select * from rutas where id = ${id}) leida`)}`

/** What lies in the bin may stay in a route that is not reopened. */
const usableOrKept = (ruta: RutaWrite) => (column: ReferenceColumn) =>
  sql`(r.eliminado_en is null or r.id = (
    select ${raw(column)} from antes where not ${isOpen(ruta.estado)} or ${open}))`

/**
 * Replaces a route in the version that was read. It may keep what it referred to even from the bin, unless it is
 * reopened; records are locked before it, as in a renaming. What blocks it does so only where what is checked changes.
 * @returns with `hubo` whether any version was there, with `vigente` whether it is the one that was read
 */
export async function updateRuta(
  db: Db,
  id: number,
  ruta: RutaWrite,
  version: number | null | undefined,
  userId: number,
): Promise<Written & { hubo: boolean; vigente: boolean }> {
  const motivo = ruta.motivo_excepcion ?? null
  const [before, now] = durationsOf(ruta, id)
  const refs = referencesOf(ruta, usableOrKept(ruta))
  const told = await one<Told>(
    db,
    prepared(sql`with ${checked(ruta, before, id, mayRefuse(ruta, before, id))}, ${refs.held},
      primero as (select count(*) as n from (
        ${raw(refs.given.map((column) => `select id from fila_${column}`).join(' union all '))}) filas),
      antes as (
        select * from rutas where (select n from primero) >= 0 and id = ${id} and eliminado_en is null
        for no key update),
      ${refs.found},
      choque as (
        select si, si and ${motivo}::text is null as impide
        from (select bloquea and ${isReplanned(ruta, now, raw('antes'))} as si from revision) cambia),
      despues as (
        update rutas r set ${changed(columnsOf(ruta, now))}
        from antes, choque, ${refs.from},
          lateral horario(${ruta.fecha}, ${ruta.hora}, ${minutos(ruta, now)}) as horario
        where r.id = antes.id and not choque.impide ${inVersion(version, 'antes.')}
        returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
        select antes.id, antes.estado, despues.estado, ${userId} from antes, despues
        where antes.estado <> despues.estado)
      select despues.*, revision.hallazgos, ${blockedBut(ruta, id)}, ${refs.tell}, exists (select from antes) as hubo,
        exists (select from antes where true ${inVersion(version)}) as vigente,
        (select contar_ruta(antes, despues) from antes, despues), ${tellException('despues', motivo)}
      from revision, choque left join despues on true`),
  )
  return { ...writtenOf(refs.given, told), hubo: told?.hubo ?? false, vigente: told?.vigente ?? false }
}
