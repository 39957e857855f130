import '@flota/contract/jitless.ts'
import { mantenimientoValues } from '@flota/contract/mantenimientos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { campos } from '@flota/contract/validation.ts'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { parseCantidad } from '../../../form/parseCantidad.ts'
import type { Values } from '../mantenimiento.ts'

/** What is typed → what is sent; a number that is none stays as it is, to be refused as such. */
const bodyOf = ({ camion_id, kilometraje, costo, ...typed }: Values) => {
  const km = parseCantidad(kilometraje)
  return {
    ...typed,
    camion_id: camion_id.id,
    kilometraje: /^\d+(\.\d+)?$/.test(km) ? Number(km) : km,
    costo: parseCantidad(costo),
  }
}

export const mantenimientoResolver: Resolver<Values, unknown, z.output<typeof mantenimientoValues>> = (
  values,
) => {
  const { data, error } = mantenimientoValues.safeParse(bodyOf(values))
  if (data) return { values: data, errors: {} }
  const wrong = campos(error)
  // Typed, and no truck of that plate chosen: the schema would only say that it is missing.
  if (wrong.camion_id && values.camion_id.text.trim()) wrong.camion_id = sentences.unknownCamion
  const errors = Object.entries(wrong).map(([campo, message]) => [campo, { type: 'schema', message }])
  // fromEntries forgets its keys: they are the body's, and the form's are the same.
  return {
    values: {},
    errors: Object.fromEntries(errors) as Record<string, { type: string; message: string }>,
  }
}
