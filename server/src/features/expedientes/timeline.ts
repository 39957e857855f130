import type { ArchivoClase } from '@flota/contract/documents/archivoClases.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import { tiempoWords } from '@flota/contract/records/campos.ts'
import { lineaClases, tiempoNombres } from '@flota/contract/records/estados.ts'
import type { Entrega, Tiempos } from '@flota/contract/trips/entregas.ts'
import type { Hito } from '@flota/contract/trips/expedientes.ts'
import type { Incidente } from '@flota/contract/trips/incidentes.ts'
import type { Historial } from '@flota/contract/trips/rutas.ts'
import { claveOf } from './timelinePage.ts'

interface TimelineParts {
  historial: readonly Historial[]
  tiempos: Tiempos
  incidentes: readonly Incidente[]
  entrega: Entrega
  archivos: readonly Archivo[]
}

/** `id` sorts entries of one moment and kind; `parte` is 1 for the end of an incident. */
type SortableHito = Hito & { id: number; parte?: 1 }

const archivoWords: Record<ArchivoClase, string> = {
  foto: 'Foto',
  firma: 'Firma',
  comprobante: 'Comprobante',
  documento: 'Documento',
}

function estadoHito(row: Historial): SortableHito {
  const { id, estado_anterior: antes, estado_nuevo: despues, hecho_en, fecha, comentario, usuario } = row
  const texto = antes === null ? `Creada: ${despues}` : antes === despues ? despues : `${antes} → ${despues}`
  const momento = hecho_en ?? fecha
  const { dudosa } = row
  return { id, clase: 'estado', momento, recibido: fecha, dudosa, texto, detalle: comentario, usuario }
}

const tiempoHitos = (tiempos: Tiempos): SortableHito[] =>
  tiempoNombres.flatMap((name, id) => {
    const momento = tiempos[name]
    if (momento === null) return []
    const common = { recibido: null, dudosa: tiempos.dudosa, detalle: null, usuario: null }
    return { id, clase: 'tiempo', momento, texto: tiempoWords[name], ...common }
  })

function incidenteHitos({ id, causa, lugar, nota, desde, hasta, usuario }: Incidente): SortableHito[] {
  const common = { id, clase: 'incidente', recibido: null, dudosa: false, usuario } as const
  const detalle = [lugar, nota].filter(Boolean).join(' · ') || null
  const begin = { ...common, momento: desde, texto: `Incidente: ${causa}`, detalle }
  if (hasta === null) return [begin]
  return [begin, { ...common, parte: 1, momento: hasta, texto: `Fin del incidente: ${causa}`, detalle: null }]
}

function entregaHitos(entrega: Entrega): SortableHito[] {
  const { recibio, sin_evidencia_motivo: motivo, nota, hecho_en, dudosa, usuario, actualizado_en } = entrega
  if (actualizado_en === null) return []
  const texto = recibio ? `Recibió: ${recibio}` : motivo ? `Sin evidencia: ${motivo}` : 'Entrega'
  const momento = hecho_en ?? actualizado_en
  return [
    { id: 0, clase: 'entrega', momento, recibido: actualizado_en, dudosa, texto, detalle: nota, usuario },
  ]
}

function archivoHito({ id, clase, nombre, tomado_en, creado_en, subido_por }: Archivo): SortableHito {
  const momento = tomado_en !== null && tomado_en <= creado_en ? tomado_en : creado_en
  const common = { dudosa: false, texto: archivoWords[clase], detalle: nombre, usuario: subido_por }
  return { id, clase: 'archivo', momento, recibido: creado_en, ...common }
}

/** Returns the events with these keys by moment, then kind, then id. */
export function buildTimeline(
  { historial, tiempos, incidentes, entrega, archivos }: TimelineParts,
  claves: ReadonlySet<string>,
): Hito[] {
  const all = [
    ...historial.map(estadoHito),
    ...tiempoHitos(tiempos),
    ...incidentes.flatMap(incidenteHitos),
    ...entregaHitos(entrega),
    ...archivos.map(archivoHito),
  ]
  const kindRank = ({ clase }: SortableHito) => lineaClases.indexOf(clase)
  return all
    .filter(({ clase, id, parte = 0 }) => claves.has(claveOf(clase, id, parte)))
    .toSorted(
      (a, b) => Date.parse(a.momento) - Date.parse(b.momento) || kindRank(a) - kindRank(b) || a.id - b.id,
    )
    .map(({ id: _place, parte: _part, ...hito }) => hito)
}
