import { weekdays } from '../core/dates.ts'
import {
  capitalize,
  formatDay,
  formatHour,
  formatMinutes,
  formatMoney,
  formatterOf,
  formatWord,
  formatYesNo,
} from '../core/fieldFormat.ts'
import type { Field, Fields } from '../core/fields.ts'
import { formatInteger, formatMomento } from '../core/format.ts'
import { cargaOwnFields } from './cargas.ts'
import { catalogues } from './catalogues.ts'
import { cobroFields } from './cobros.ts'
import type { Codigo, Modo } from './codigos.ts'
import { documentoFields } from './documentos.ts'
import type { TiempoNombre } from './estados.ts'
import { facturaFields } from './facturas.ts'
import { fiscalFields } from './fiscal.ts'
import { lecturaFields } from './lecturas.ts'
import { liquidacionFields } from './liquidaciones.ts'
import { mantenimientoFields } from './mantenimientos.ts'
import { movimientoFields } from './movimientos.ts'
import { planFields } from './planes.ts'
import { rutaFields } from './rutas.ts'
import { tarifaFields } from './tarifas.ts'
import { usuarioFields } from './usuarios.ts'

/** Labels and value formats of fields, shared by all records. No zod: the web imports it. */

interface Campo {
  label: string
  /** Formats a stored value, by default with String(). */
  format?: (value: unknown, zona?: string) => string
}

/** A restriction has a day here, an incident a moment. */
const formatDayOrMoment = (value: unknown, zona?: string) =>
  !String(value).includes('T') ? formatDay(value) : zona ? formatMomento(String(value), zona) : '…'
const formatLinea = (value: unknown) => {
  const { descripcion, cantidad, total } = Object(value) as Record<string, unknown>
  return `${String(cantidad)} × ${String(descripcion)} (${formatMoney(total)})`
}
const listFormatter = (each: (value: unknown) => string) => (value: unknown) =>
  Array.isArray(value) ? value.map(each).join(', ') : String(value)

export const codigoWords: Record<Codigo, string> = {
  CAMION_OCUPADO: 'El camión ya tiene otro viaje',
  PILOTO_OCUPADO: 'El piloto ya tiene otro viaje',
  AYUDANTE_OCUPADO: 'El ayudante ya tiene otro viaje',
  LICENCIA_VENCIDA: 'La licencia del piloto vence antes del viaje',
  DOCUMENTO_VENCIDO: 'Un documento vence antes del viaje',
  CAMION_EN_TALLER: 'El camión está en el taller',
  MANTENIMIENTO_VENCIDO: 'El camión tiene un mantenimiento vencido',
  RESTRICCION: 'El viaje toca una restricción',
}
export const modoWords: Record<Modo, string> = {
  callar: 'No revisar',
  avisar: 'Avisar',
  bloquear: 'No dejar guardar',
}
export const tiempoWords: Record<TiempoNombre, string> = {
  llegada_carga: 'Llegó a cargar',
  salida_carga: 'Salió cargado',
  llegada_descarga: 'Llegó a descargar',
  salida_descarga: 'Terminó',
}
const formatModo = (value: unknown) =>
  Object.entries(modoWords).find(([each]) => each === value)?.[1] ?? String(value)

/** Of fields with one name, the first record's counts. */
export const recordFields: readonly Fields[] = [
  ...Object.values(catalogues).map(({ fields }) => fields),
  rutaFields,
  mantenimientoFields,
  tarifaFields,
  documentoFields,
  movimientoFields,
  liquidacionFields,
  facturaFields,
  cobroFields,
  cargaOwnFields,
  lecturaFields,
  planFields,
  usuarioFields,
]

const camposOf = (fields: readonly (readonly [name: string, field: Field])[]) =>
  fields.flatMap(([name, field]): [string, Campo][] => {
    const format = formatterOf(field)
    return field.label === undefined ? [] : [[name, { label: field.label, ...(format && { format }) }]]
  })

const recordCampos = camposOf(recordFields.flatMap((fields) => Object.entries(fields)).toReversed())
const fiscalCampos = camposOf(
  Object.entries(fiscalFields).map(([name, field]) => [`fiscal.${name}`, field] as const),
)

const campos: Readonly<Record<string, Campo>> = {
  ...Object.fromEntries(recordCampos),
  ...Object.fromEntries(fiscalCampos),
  ...Object.fromEntries(
    Object.entries(codigoWords).map(([codigo, label]) => [`modos.${codigo}`, { label, format: formatModo }]),
  ),

  ayudante: { label: 'Ayudante' },
  estado: {
    label: 'Estado',
    format: (value) => (value === 'registrado' ? 'Por revisar' : formatWord(value)),
  },

  token: { label: 'Programa' },
  omitidos: { label: 'Otros rechazados en la hora' },
  correo: { label: 'Correo' },
  avisos: { label: 'Avisos por correo', format: formatYesNo },
  rol: { label: 'Rol', format: formatWord },

  ruta: { label: 'Ruta' },
  rutas: { label: 'Rutas', format: listFormatter(String) },
  saldo_inicial: { label: 'Saldo inicial', format: formatMoney },
  'ficha.tanque_gal': { label: 'Tanque', format: (value) => `${String(value)} gal` },
  lineas: { label: 'Trabajo y repuestos', format: listFormatter(formatLinea) },

  direccion: { label: 'Dirección' },
  logo: { label: 'Logo' },
  papel: { label: 'Papel del reporte', format: (value) => (value === 'a4' ? 'A4' : 'Carta') },
  precios_incluyen_iva: { label: 'Los precios incluyen IVA', format: formatYesNo },
  duracion_viaje_min: { label: 'Duración de un viaje', format: formatMinutes },
  subida_diaria_mb: {
    label: 'Archivos de un usuario al día',
    format: (value) => `${formatInteger(Number(value))} MB`,
  },
  cambios_diarios_piloto: { label: 'Cambios de un piloto al día' },
  cambios_diarios: { label: 'Cambios de un usuario al día' },
  // 'sí' or 'no' for a user, one of `exigencias` for the settings.
  segundo_factor: { label: 'Segundo factor', format: formatWord },
  facturar_desde: { label: 'Por facturar desde', format: formatDay },
  regimen_isr: { label: 'Régimen de ISR', format: formatWord },
  hora_es: { label: 'La hora de un viaje es la de', format: formatWord },

  aplica: { label: 'Aplica a', format: formatWord },
  obligatorio: { label: 'Obligatorio', format: formatYesNo },
  dias_aviso: { label: 'Avisar', format: (value) => `${String(value)} días antes` },
  activo: { label: 'Activo', format: formatYesNo },

  desde: { label: 'Desde', format: formatDayOrMoment },
  hasta: { label: 'Hasta', format: formatDayOrMoment },
  hora_desde: { label: 'Hora desde', format: formatHour },
  hora_hasta: { label: 'Hora hasta', format: formatHour },
  dias_semana: {
    label: 'Días',
    format: listFormatter((day) => weekdays[Number(day) - 1] ?? String(day)),
  },
  ...Object.fromEntries(
    Object.entries(tiempoWords).map(([name, label]) => [
      `tiempos.${name}`,
      { label, format: formatDayOrMoment },
    ]),
  ),
  'entrega.recibio': { label: 'Recibió' },
  'entrega.documento': { label: 'Documento de la entrega' },
  'entrega.nota': { label: 'Nota de la entrega' },
  'entrega.sin_evidencia_motivo': { label: 'Motivo de la entrega sin evidencia' },
  'reglas.exige_foto': { label: 'Exige foto', format: formatYesNo },
  'reglas.exige_firma': { label: 'Exige firma', format: formatYesNo },
  'reglas.instrucciones': { label: 'Instrucciones de entrega' },
  'reglas.horas_libres': { label: 'Horas libres' },
  'reglas.tarifa_demora': { label: 'Tarifa de demora', format: formatMoney },
  'reglas.unidad': {
    label: 'La demora se cobra por',
    format: (value) => (value === 'dia' ? 'día' : 'hora'),
  },

  palabras_exentas: { label: 'Palabras exentas', format: listFormatter(String) },
}

/** Fields with a label of their own. */
export const labelledCampos: readonly string[] = Object.keys(campos)

/** Returns the label of a field. An unknown id becomes 'Tarea (n.º)' from `tarea_id`. */
export const campoLabel = (campo: string) =>
  campos[campo]?.label ?? capitalize(campo.replace(/_id$/, ' (n.º)').replaceAll('_', ' '))

/** Formats a field's value, 'vacío' if there is none. Moments need `zona`. */
export function formatCampo(campo: string, value: unknown, zona?: string): string {
  if (value === null || value === undefined || value === '') return 'vacío'
  if (Array.isArray(value) && value.length === 0) return 'ninguno'
  return (campos[campo]?.format ?? String)(value, zona)
}
