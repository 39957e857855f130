import { formatFecha, formatGalones, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Kilometraje } from '@flota/contract/fleet/kilometraje.ts'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import type { FieldHints, Form } from '../../../../form/FieldSpec.ts'
import { isIso } from '../../../../form/ParsedField.tsx'
import { idIn, textIn } from '../../../../form/validate.ts'
import { parseAmount } from '../../../../ui/parseAmount.ts'
import { lecturaFalta, lecturaFaltaText, readingText } from '../../../shared/flota/lecturaTexts.ts'

/** Shows the price of a gallon and what the kilometres mean. Warnings never prevent a save. */
export function useCargaHints(form: Form): FieldHints {
  const camion = idIn(form, 'camion_id')
  const request = camion === null ? null : { params: { id: camion } }
  const readings = useEndpointIf('GET /api/camiones/:id/kilometraje', request)
  const ficha = useEndpointIf('GET /api/camiones/:id/ficha', request)
  // Answers of the truck chosen before.
  const rows = readings.isPlaceholderData ? undefined : readings.data?.data
  const tank = ficha.isPlaceholderData ? null : ficha.data?.data.tanque_gal
  const galones = numberIn(form, 'galones')
  const total = numberIn(form, 'total')
  return {
    hints: {
      galones: tank && galones && galones > tank && (
        <Warning>
          {formatGalones(galones)} galones en un tanque de {formatGalones(tank)}.
        </Warning>
      ),
      total: galones && total && `${formatQuetzales(total / galones)} por galón`,
      km: request && rows && <KmHint form={form} rows={rows} />,
    },
  }
}

/** Returns null for a text that is no number above 0. */
function numberIn(form: Form, name: string) {
  const value = Number(parseAmount(textIn(form, name)))
  return value > 0 ? value : null
}

function KmHint({ form, rows }: { form: Form; rows: readonly Kilometraje[] }) {
  const typed = parseAmount(textIn(form, 'km'))
  const fecha = textIn(form, 'fecha')
  if (!isIso(fecha) || !/^\d{0,7}$/.test(typed)) return null
  const km = typed === '' ? Number.POSITIVE_INFINITY : Number(typed)
  const before = rows.find((row) => isGoodReadingBefore(row, { fecha, km, id: form.id }))
  if (!before) return null
  if (typed === '') return `Última lectura: ${readingText(before)}`
  const falta = lecturaFalta({ fecha, km }, before)
  if (falta) return <Warning>Revísalo: {lecturaFaltaText(falta, before)}.</Warning>
  return `${formatInteger(km - before.km)} km desde el ${formatFecha(before.fecha)}`
}

interface OwnReading {
  fecha: string
  km: number
  /** Undefined for a new carga. */
  id: number | undefined
}

/** Compares in the server's order: date, restarts last, kilometres. */
function isGoodReadingBefore(row: Kilometraje, { fecha, km, id }: OwnReading) {
  if (row.falta !== null || (row.origen === 'carga' && row.origen_id === id)) return false
  return row.fecha < fecha || (row.fecha === fecha && !row.reinicia && row.km <= km)
}

const Warning = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-notice">
    <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />
    {children}
  </span>
)
