import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { RutaForm } from './useRutaDraft.ts'

/** Fills in what nobody has typed. */
function suggest(form: RutaForm, campo: 'no_ruta' | 'fecha', value: string) {
  if (!form.getFieldState(campo).isDirty) form.resetField(campo, { defaultValue: value })
}

/** The next number, which the server knows, and its today where no day was given. @returns whether it failed */
async function askFor(form: RutaForm): Promise<boolean> {
  const day = call('GET /api/config').then(({ data }) => {
    if (form.getValues('fecha') === '') suggest(form, 'fecha', data.hoy)
  })
  const number = call('GET /api/rutas/next-number').then(({ data }) =>
    suggest(form, 'no_ruta', data.nextRutaNumber),
  )
  // Both can be typed: that one of them is not known is told, and stops nobody.
  const done = await Promise.allSettled([number, day])
  return done[0].status === 'rejected'
}

export function useSuggestions(form: RutaForm, { wanted }: { wanted: boolean }) {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (wanted) void askFor(form).then(setFailed)
  }, [form, wanted])
  return { failed, retry: () => void askFor(form).then(setFailed) }
}
