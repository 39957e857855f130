import { catalogues } from './catalogues.ts'
import type { Codigo, Modo } from './codigos.ts'
import { weekdays } from './dates.ts'
import type { TiempoNombre } from './estados.ts'
import {
  formatFecha,
  formatHora,
  formatInteger,
  formatMomento,
  formatQuetzales,
  formatTelefono,
} from './format.ts'
import { permisos, permisosDinero } from './permisos.ts'

/** Labels and value formats of fields, shared by all records. No zod: the web imports it. */

interface Campo {
  label: string
  /** Formats a stored value, by default with String(). */
  written?: (value: unknown, zona?: string) => string
}

const formatMoney = (value: unknown) => formatQuetzales(Number(value))
const formatDay = (value: unknown) => formatFecha(String(value))
/** A restriction has a day here, an incident a moment. */
const formatDayOrMoment = (value: unknown, zona?: string) =>
  !String(value).includes('T') ? formatDay(value) : zona ? formatMomento(String(value), zona) : '…'
const formatHour = (value: unknown) => formatHora(String(value))
const formatRecordNumber = (value: unknown) => `n.º ${String(value)}`
const formatYesNo = (value: unknown) => (value ? 'Sí' : 'No')
const formatWord = (value: unknown) => capitalize(String(value))
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const listFormatter = (each: (value: unknown) => string) => (value: unknown) =>
  Array.isArray(value) ? value.map(each).join(', ') : String(value)

/** Formats 90 as '1 h 30 min'. */
export function formatDuracion(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${formatInteger(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}
const formatMinutes = (value: unknown) => formatDuracion(Number(value))

/** Descriptions of the conflicts that the trip check finds. */
export const codigoWords: Record<Codigo, string> = {
  CAMION_OCUPADO: 'El camión ya tiene otro viaje',
  PILOTO_OCUPADO: 'El piloto ya tiene otro viaje',
  AYUDANTE_OCUPADO: 'El ayudante ya tiene otro viaje',
  LICENCIA_VENCIDA: 'La licencia del piloto vence antes del viaje',
  DOCUMENTO_VENCIDO: 'Un documento vence antes del viaje',
  CAMION_EN_TALLER: 'El camión está en el taller',
  RESTRICCION: 'El viaje toca una restricción',
}
export const modoWords: Record<Modo, string> = {
  callar: 'No revisar',
  avisar: 'Avisar',
  bloquear: 'No dejar guardar',
}
/** Descriptions of a trip's four times. */
export const tiempoWords: Record<TiempoNombre, string> = {
  llegada_carga: 'Llegó a cargar',
  salida_carga: 'Salió cargado',
  llegada_descarga: 'Llegó a descargar',
  salida_descarga: 'Terminó',
}
const formatModo = (value: unknown) =>
  Object.entries(modoWords).find(([each]) => each === value)?.[1] ?? String(value)

const catalogueCampos = Object.values(catalogues).flatMap(({ fields }) =>
  Object.entries(fields).map(([name, field]): [string, Campo] => [
    name,
    field.kind === 'date'
      ? { label: field.label, written: formatDay }
      : field.input === 'tel'
        ? { label: field.label, written: (value) => formatTelefono(String(value)) }
        : { label: field.label },
  ]),
)

const campos: Readonly<Record<string, Campo>> = {
  ...Object.fromEntries(catalogueCampos),
  ...Object.fromEntries(
    Object.entries(codigoWords).map(([codigo, label]) => [`modos.${codigo}`, { label, written: formatModo }]),
  ),

  no_ruta: { label: 'No. de ruta' },
  cliente: { label: 'Cliente' },
  servicio: { label: 'Servicio' },
  mercaderia: { label: 'Mercadería' },
  camion: { label: 'Camión' },
  piloto: { label: 'Piloto' },
  ayudante: { label: 'Ayudante' },
  combustible: { label: 'Combustible', written: (value) => `${String(value)} gal` },
  origen: { label: 'Origen' },
  destino: { label: 'Destino' },
  fecha: { label: 'Fecha', written: formatDay },
  hora: { label: 'Hora', written: formatHour },
  precio: { label: 'Precio', written: formatMoney },
  comentario: { label: 'Comentario' },
  estado: {
    label: 'Estado',
    written: (value) => (value === 'registrado' ? 'Por revisar' : formatWord(value)),
  },
  duracion_min: { label: 'Duración', written: formatMinutes },

  descripcion: { label: 'Descripción' },
  fecha_programada: { label: 'Fecha programada', written: formatDay },
  fecha_realizada: { label: 'Fecha realizada', written: formatDay },
  kilometraje: { label: 'Kilometraje', written: (value) => `${formatInteger(Number(value))} km` },
  costo: { label: 'Costo', written: formatMoney },
  taller: { label: 'Taller' },

  username: { label: 'Usuario' },
  token: { label: 'Programa' },
  correo: { label: 'Correo' },
  avisos: { label: 'Avisos por correo', written: formatYesNo },
  rol: { label: 'Rol', written: formatWord },
  permisos: {
    label: 'Permisos',
    written: listFormatter((id) => permisos.find((each) => each.id === id)?.descripcion ?? String(id)),
  },

  permisos_dinero: {
    label: 'Permisos de dinero',
    written: listFormatter((id) => permisosDinero.find((each) => each.id === id)?.descripcion ?? String(id)),
  },

  ruta: { label: 'Ruta' },
  concepto: { label: 'Concepto' },
  paga: { label: 'Paga', written: formatWord },
  monto: { label: 'Monto', written: formatMoney },
  forma: { label: 'Forma' },
  comprobante: { label: 'Comprobante', written: formatWord },
  serie: { label: 'Serie' },
  uuid: { label: 'Número de autorización' },
  compartida: { label: 'Compartida', written: formatYesNo },

  nit: { label: 'NIT' },
  direccion: { label: 'Dirección' },
  duracion_viaje_min: { label: 'Duración de un viaje', written: formatMinutes },
  subida_diaria_mb: {
    label: 'Archivos de un usuario al día',
    written: (value) => `${formatInteger(Number(value))} MB`,
  },
  // 'sí' or 'no' for a user, one of `exigencias` for the settings.
  segundo_factor: { label: 'Segundo factor', written: formatWord },
  hora_es: { label: 'La hora de un viaje es la de', written: formatWord },

  aplica: { label: 'Aplica a', written: formatWord },
  obligatorio: { label: 'Obligatorio', written: formatYesNo },
  dias_aviso: { label: 'Avisar', written: (value) => `${String(value)} días antes` },
  activo: { label: 'Activo', written: formatYesNo },
  numero: { label: 'Número' },
  emitido: { label: 'Emitido', written: formatDay },
  vence: { label: 'Vence', written: formatDay },
  nota: { label: 'Nota' },
  reemplazado_por: { label: 'Reemplazado por el documento', written: formatRecordNumber },

  vigente_desde: { label: 'Vigente desde', written: formatDay },
  vigente_hasta: { label: 'Vigente hasta', written: formatDay },

  desde: { label: 'Desde', written: formatDayOrMoment },
  hasta: { label: 'Hasta', written: formatDayOrMoment },
  hora_desde: { label: 'Hora desde', written: formatHour },
  hora_hasta: { label: 'Hora hasta', written: formatHour },
  dias_semana: {
    label: 'Días',
    written: listFormatter((day) => weekdays[Number(day) - 1] ?? String(day)),
  },
  ...Object.fromEntries(
    Object.entries(tiempoWords).map(([name, label]) => [
      `tiempos.${name}`,
      { label, written: formatDayOrMoment },
    ]),
  ),
  'entrega.recibio': { label: 'Recibió' },
  'entrega.documento': { label: 'Documento de la entrega' },
  'entrega.nota': { label: 'Nota de la entrega' },
  'entrega.sin_evidencia_motivo': { label: 'Motivo de la entrega sin evidencia' },
  'reglas.exige_foto': { label: 'Exige foto', written: formatYesNo },
  'reglas.exige_firma': { label: 'Exige firma', written: formatYesNo },
  'reglas.instrucciones': { label: 'Instrucciones de entrega' },
  'reglas.horas_libres': { label: 'Horas libres' },
  'reglas.tarifa_demora': { label: 'Tarifa de demora', written: formatMoney },
  'reglas.unidad': {
    label: 'La demora se cobra por',
    written: (value) => (value === 'dia' ? 'día' : 'hora'),
  },

  palabras_exentas: { label: 'Palabras exentas', written: listFormatter(String) },
}

/** Returns the label of a field. An unknown id becomes 'Tarea (n.º)' from `tarea_id`. */
export const campoLabel = (campo: string) =>
  campos[campo]?.label ?? capitalize(campo.replace(/_id$/, ' (n.º)').replaceAll('_', ' '))

/** Formats a field's value, 'vacío' if there is none. Moments need `zona`. */
export function formatCampo(campo: string, value: unknown, zona?: string): string {
  if (value === null || value === undefined || value === '') return 'vacío'
  if (Array.isArray(value) && value.length === 0) return 'ninguno'
  return (campos[campo]?.written ?? String)(value, zona)
}
