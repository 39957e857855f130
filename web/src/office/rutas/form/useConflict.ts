import type { Ruta } from '@flota/contract/rutas.ts'
import { useState } from 'react'
import type { RutaForm } from './useRutaDraft.ts'
import { type Campo, camposDeRuta, same, type Values, valuesOf } from './values.ts'

export interface Conflict {
  /** What stood here when the other one saved, and what that one saved. */
  mine: Values
  theirs: Values
  /** The fields in which they differ. */
  campos: readonly Campo[]
  /** Those that were changed here too. */
  own: readonly Campo[]
}

/**
 * Somebody else has saved the route meanwhile. What only they changed is taken over; what both changed
 * stays as it was typed here; of each the user can have it the other way.
 */
export function useConflict(form: RutaForm) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const meet = (latest: Ruta) => {
    // The form was made with all of its values.
    const base = form.formState.defaultValues as Values
    const mine = form.getValues()
    const theirs = valuesOf(latest)
    const campos = camposDeRuta.filter((campo) => !same(campo, base, theirs) && !same(campo, mine, theirs))
    const own = camposDeRuta.filter((campo) => !same(campo, mine, base))
    form.reset(theirs)
    form.reset(
      { ...theirs, ...Object.fromEntries(own.map((campo) => [campo, mine[campo]])) },
      { keepDefaultValues: true },
    )
    setConflict({ mine, theirs, campos, own })
  }
  return { conflict, meet, settle: () => setConflict(null) }
}
