import type { Form } from '../../../../form/FieldSpec.ts'
import { isIso } from '../../../../form/ParsedField.tsx'
import { parseHora } from '../../../../form/parseInput.ts'
import { idIn, textIn } from '../../../../form/validate.ts'
import type { TripCheckInput } from '../../../../trip/office/useTripCheck.ts'
import { parseAmount } from '../../../../ui/parseAmount.ts'

/** Returns the trip's time, null until day and hour are valid. */
export function plannedTime(form: Form) {
  const fecha = textIn(form, 'fecha')
  const hora = parseHora(textIn(form, 'hora'))
  const minutes = Number(parseAmount(textIn(form, 'duracion_min')))
  if (!isIso(fecha) || hora === null) return null
  return { fecha, hora, ...(Number.isInteger(minutes) && minutes > 0 && { duracion_min: minutes }) }
}

/** The server checks no trip that is saved as closed. */
export const isClosedTrip = (form: Form) => ['Entregado', 'Incidente'].includes(textIn(form, 'estado'))

/** Returns the check's input, null until truck, pilot, day and hour are valid. */
export function tripCheckInput(form: Form): TripCheckInput | null {
  const when = plannedTime(form)
  const camion_id = idIn(form, 'camion_id')
  const chofer_id = idIn(form, 'chofer_id')
  if (isClosedTrip(form) || !when || camion_id === null || chofer_id === null) return null
  return {
    ...when,
    camion_id,
    chofer_id,
    ayudante_id: idIn(form, 'ayudante_id'),
    cliente_id: idIn(form, 'cliente_id'),
    origen: textIn(form, 'origen'),
    destino: textIn(form, 'destino'),
    servicio: textIn(form, 'servicio'),
    mercaderia: textIn(form, 'mercaderia'),
    // Null, not undefined: the server would use the stored duration for an omitted one.
    duracion_min: when.duracion_min ?? null,
    ruta_id: form.id ?? null,
  }
}
