import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { InputProps } from '../../../form/FieldSpec.ts'
import { TextInput } from '../../../form/fields.tsx'

/** Suggests the server's next number for a new route, and its date where none was given. */
export function NumberInput(field: InputProps<string>) {
  const { form } = field
  const [failed, setFailed] = useState(false)
  const ask = async () => {
    const day = call('GET /api/config').then(({ data }) => {
      if (form.valueOf('fecha') === '') form.suggest('fecha', data.hoy)
    })
    const number = call('GET /api/rutas/next-number').then(({ data }) =>
      form.suggest('no_ruta', data.nextRutaNumber),
    )
    // Both can be typed, so a failure is shown but stops nobody.
    const [asked] = await Promise.allSettled([number, day])
    return asked.status === 'rejected'
  }
  const start = useEffectEvent(() => {
    if (form.isNew) void ask().then(setFailed)
  })
  useEffect(() => start(), [])
  const hint = failed && (
    <>
      No se pudo sugerir un número.{' '}
      <button
        type="button"
        onClick={() => void ask().then(setFailed)}
        className="font-semibold text-link underline"
      >
        Reintentar
      </button>
    </>
  )
  return <TextInput field={{ ...field, hint: field.hint || hint }} />
}
