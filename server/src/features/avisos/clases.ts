import { type AvisoClaseName, mostAvisos } from '@flota/contract/avisoClases.ts'
import { plazoInWords } from '@flota/contract/calendar.ts'
import type { Sql } from 'sql-template-tag'
import {
  askedDocuments,
  dueLicences,
  hasNone,
  keptMissing,
  missingParts,
} from '../../domain/documents/lines.ts'
import { abierto } from '../../domain/trips/moneyLocks.ts'
import { countUnclosed, unclosed, type WhenSql } from '../../domain/trips/unclosedTrips.ts'
import { empty, join, raw, sql } from '../../platform/db/sql.ts'

/** A notice as it is read: `asunto` is what it is about, in words. */
export interface Noticed {
  id: string
  asunto: string
  entidad: string | null
  entidad_id: number | null
  fecha: string | null
}

interface Clase {
  /** A select of Noticed: what is due, put off or not; of what there may be much, only this one. */
  noticed(when: WhenSql, id: string): Sql
  /** The first of those that nobody put off, by date, then id: what has no date comes last. */
  first(when: WhenSql): Sql
  /** How many of them there are, as far as is counted. */
  count(when: WhenSql): Sql
  gravedad: (dias: number | null) => 'aviso' | 'info'
  texto: (asunto: string, dias: number | null) => string
}

const listed = raw(String(mostAvisos.listed))
const counted = raw(String(mostAvisos.counted))

/** Not put off beyond the day, with the date that it tells. */
const isSeen = (hoy: string | Sql, id = sql`a.id`, fecha = sql`a.fecha`): Sql =>
  sql`not exists (select from avisos_pospuestos p
    where p.aviso = ${id} and p.hasta > ${hoy} and p.fecha is not distinct from ${fecha})`

const firstSeen = (noticed: Sql, hoy: string | Sql, most = listed): Sql =>
  sql`select * from (${noticed}) a where ${isSeen(hoy)} order by fecha, id collate "C" limit ${most}`

const countSeen = (noticed: Sql, hoy: string | Sql): Sql =>
  sql`(select count(*) from (select from (${noticed}) a where ${isSeen(hoy)} limit ${counted}) contados)`

/** @param id of the notice, as SQL over the lines' columns */
const noticedOf = (id: Sql, lines: Sql): Sql =>
  sql`select ${id} as id, tipo || ' de ' || nombre as asunto, entidad, entidad_id, vence as fecha from (${lines}) lineas`

const licencias = (hoy: string | Sql) => noticedOf(sql`'choferes-' || entidad_id`, dueLicences(hoy))
const conFecha = (hoy: string | Sql) => noticedOf(sql`'documentos-' || id`, askedDocuments(hoy))
const faltan = noticedOf(sql`entidad || '-' || entidad_id || '-' || tipo_id`, join(missingParts({})))

/** Of what is missing there may be much: it is not read, but for the few that were put off. */
const faltanSeen = (hoy: string | Sql) => sql`${keptMissing({})} - (
  select count(*) from avisos_pospuestos p
    join documentos_faltan f on f.tipo_id = nullif(split_part(p.aviso, '-', 3), '')::int
    join documento_tipos t on t.id = f.tipo_id
    join con_papeles r on r.entidad = t.aplica and r.entidad = split_part(p.aviso, '-', 1)
      and r.id = nullif(split_part(p.aviso, '-', 2), '')::int
  where p.hasta > ${hoy} and p.fecha is null and ${hasNone})`

const ofPapers: Pick<Clase, 'gravedad' | 'texto'> = {
  gravedad: (dias) => (dias === null || dias < 0 ? 'aviso' : 'info'),
  texto: (asunto, dias) =>
    `${asunto}: ${dias === null ? 'Falta' : plazoInWords(dias, { past: 'Venció', future: 'Vence' })}`,
}

const choques = ({ ahora }: WhenSql) => sql`
  select 'rutas-' || menor || '-' || mayor as id, a.no_ruta || ' y ' || b.no_ruta || ': mismo ' || que as asunto,
    'rutas' as entidad, menor as entidad_id, greatest(a.fecha, b.fecha) as fecha
  from pares_ocupados(${ahora}) pares join rutas a on a.id = menor join rutas b on b.id = mayor`

/** What is missing is looked for only where what runs out leaves room for it. */
const firstPapers = (hoy: string | Sql) => sql`
  with fechados as materialized (${firstSeen(conFecha(hoy), hoy)})
  select * from fechados
  union all (${firstSeen(faltan, hoy, sql`(select ${listed} - count(*) from fechados)`)})`

const ofRuta = sql`'rutas-' || r.id`
const asNoticed = (rutas: Sql) => sql`
  select ${ofRuta} as id, no_ruta as asunto, 'rutas' as entidad, id as entidad_id, fecha from (${rutas}) r`
const seenRuta = (hoy: string | Sql) => isSeen(hoy, ofRuta, sql`r.fecha`)

/** Of trips that lie further back nothing is told; the end of all days lets the planner see that they are few. */
const recent = (hoy: string | Sql) =>
  sql`r.eliminado_en is null and r.fecha between ${hoy}::date - 30 and 'infinity'`

/** What was delivered for a client who asks for more than is there: trips and files are each read in one go. */
const unproven = ({ hoy }: WhenSql, which = empty) => sql`
  with entregadas as materialized (
      select r.id, no_ruta, fecha, exige_foto and fecha >= foto_desde as pide_foto,
        exige_firma and fecha >= firma_desde as pide_firma
      from rutas r join reglas g using (cliente_id)
      where estado = 'Entregado' and ${recent(hoy)} and (exige_foto or exige_firma) ${which}),
    pruebas as (
      select entidad_id as id, bool_or(clase = 'foto') as foto, bool_or(clase = 'firma') as firma
      from archivos
      where entidad = 'rutas' and entidad_id = any(array(select id from entregadas))
        and terminado_en is not null and eliminado_en is null
      group by entidad_id),
    sin as (
      select r.*, pide_foto and foto is not true as foto, pide_firma and firma is not true as firma
      from entregadas r left join pruebas p using (id))
  select 'evidencia-' || id as id, no_ruta || ': entregada sin ' ||
      case when foto and firma then 'foto ni firma' when foto then 'foto' else 'firma' end as asunto,
    'rutas' as entidad, id as entidad_id, fecha
  from sin where (foto or firma)
    and not exists (select from entregas where ruta_id = sin.id and sin_evidencia_motivo is not null)`

const openIncidents = ({ hoy }: WhenSql) => sql`
  select 'incidentes-' || i.id as id, no_ruta || ': incidente abierto (' || causa || ')' as asunto,
    'rutas' as entidad, r.id as entidad_id, (i.desde at time zone (select zona from ajustes))::date as fecha
  from incidentes i, lateral (
    -- Looked up one by one: few are open, and a month has thousands of trips.
    select id, no_ruta from rutas r where r.id = i.ruta_id and ${recent(hoy)} offset 0) r
  where i.hasta is null and i.eliminado_en is null`

/** So many days may pass before money is settled. */
const unsettledDays = raw('15')

/** Of each pilot, whether or not in the bin, what has waited longest: only what has waited is read. */
const unsettled = ({ hoy }: WhenSql, which = empty) => sql`
  select 'liquidar-' || c.id as id, trim(concat_ws(' ', c.nombre, c.apellido)) as asunto, 'choferes' as entidad,
    c.id as entidad_id, m.fecha
  from (
      select chofer_id, min(fecha) as fecha from movimientos
      where ${abierto} and fecha <= ${hoy}::date - ${unsettledDays} group by chofer_id) m
    join choferes c on c.id = m.chofer_id ${which}`

/** Since a mail was given up, until the next one goes out. */
const unsent = sql`
  select 'correo' as id, ultimo_error as asunto, null::text as entidad, null::int as entidad_id,
    (fallando_desde at time zone (select zona from ajustes))::date as fecha
  from correo_estado where fallando_desde is not null`

const dayCount = (days: number) => (days === 1 ? '1 día' : `${days} días`)

/** Each kind of notice as data; who sees it stands in the contract. */
export const clases: Record<AvisoClaseName, Clase> = {
  licencia: {
    ...ofPapers,
    noticed: ({ hoy }) => licencias(hoy),
    first: ({ hoy }) => firstSeen(licencias(hoy), hoy),
    count: ({ hoy }) => countSeen(licencias(hoy), hoy),
  },
  documento: {
    ...ofPapers,
    noticed: ({ hoy }) => sql`${conFecha(hoy)} union all ${faltan}`,
    first: ({ hoy }) => firstPapers(hoy),
    count: ({ hoy }) => sql`least(${counted}, ${countSeen(conFecha(hoy), hoy)} + ${faltanSeen(hoy)})`,
  },
  choque: {
    noticed: choques,
    first: (when) => firstSeen(choques(when), when.hoy),
    count: (when) => countSeen(choques(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => asunto,
  },
  sin_cerrar: {
    noticed: (when, id) => asNoticed(unclosed(when, sql`r.id = ${id.slice('rutas-'.length)}::bigint`, 1)),
    first: (when) =>
      asNoticed(
        unclosed(when, seenRuta(when.hoy), mostAvisos.listed, raw(`fecha, ('rutas-' || id) collate "C"`)),
      ),
    count: (when) => countUnclosed(when, seenRuta(when.hoy), mostAvisos.counted),
    gravedad: () => 'aviso',
    texto: (asunto, dias) => `${asunto}: sin cerrar desde hace ${dayCount(-(dias ?? 0))}`,
  },
  sin_evidencia: {
    noticed: (when, id) => unproven(when, sql`and r.id = ${id.slice('evidencia-'.length)}::bigint`),
    first: (when) => firstSeen(unproven(when), when.hoy),
    count: (when) => countSeen(unproven(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => asunto,
  },
  incidente_abierto: {
    noticed: openIncidents,
    first: (when) => firstSeen(openIncidents(when), when.hoy),
    count: (when) => countSeen(openIncidents(when), when.hoy),
    gravedad: () => 'aviso',
    texto: (asunto, dias) => `${asunto} desde ${(dias ?? 0) < 0 ? `hace ${dayCount(-(dias ?? 0))}` : 'hoy'}`,
  },
  por_liquidar: {
    noticed: (when, id) => unsettled(when, sql`and c.id = ${id.slice('liquidar-'.length)}::bigint`),
    first: (when) => firstSeen(unsettled(when), when.hoy),
    count: (when) => countSeen(unsettled(when), when.hoy),
    gravedad: () => 'info',
    texto: (asunto, dias) => `${asunto}: sin liquidar desde hace ${dayCount(-(dias ?? 0))}`,
  },
  correo: {
    noticed: () => unsent,
    first: ({ hoy }) => firstSeen(unsent, hoy),
    count: ({ hoy }) => countSeen(unsent, hoy),
    gravedad: () => 'aviso',
    texto: (asunto) => `No salen los correos: ${asunto}`,
  },
}
