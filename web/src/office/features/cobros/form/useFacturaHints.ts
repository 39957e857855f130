import { addDays } from '@flota/contract/core/dates.ts'
import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import type { FieldHints, Form } from '../../../../form/FieldSpec.ts'
import { isIso } from '../../../../form/ParsedField.tsx'
import { idIn, textIn } from '../../../../form/validate.ts'
import { parseAmount } from '../../../../ui/parseAmount.ts'
import { sumOfTrips, useInvoiceTrips } from './invoiceLines.ts'

/** Says when an invoice without a due date is due, and how the amount differs from the trips. */
export function useFacturaHints(form: Form): FieldHints {
  const cliente = idIn(form, 'cliente_id')
  const fiscal = useEndpointIf(
    'GET /api/clientes/:id/fiscal',
    cliente === null ? null : { params: { id: cliente } },
  )
  const { trips } = useInvoiceTrips(form)
  const dias = fiscal.data?.data.dias_credito
  return {
    hints: {
      vence: dias !== undefined && dueDateHint(textIn(form, 'fecha'), textIn(form, 'vence'), dias),
      monto: trips && differenceHint(textIn(form, 'monto'), sumOfTrips(trips, idsIn(form))),
    },
  }
}

const idsIn = (form: Form) => {
  const ids = form.valueOf('rutas')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

const dueDateHint = (fecha: string, vence: string, dias: number) =>
  vence === '' && isIso(fecha) && `Vacío: ${formatFecha(addDays(fecha, dias))}`

function differenceHint(monto: string, sum: number) {
  const typed = Number(parseAmount(monto))
  if (sum === 0 || monto === '' || Number.isNaN(typed)) return undefined
  const diferencia = Math.round(typed * 100 - sum * 100) / 100
  return diferencia !== 0 && `Diferencia ${formatQuetzales(diferencia)}`
}
