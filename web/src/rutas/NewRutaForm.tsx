import { useState } from 'react'
import { useSave } from '../api/queries.ts'
import { useClose } from '../ui/leaving.ts'
import { tell } from '../ui/ResultPopup.tsx'
import { lastAddressOf } from '../ui/useListAddress.ts'
import { RutaForm } from './RutaForm.tsx'
import { newRutaResolver } from './RutaFormResolver.ts'
import { newValues, sentOf } from './values.ts'

/** The form for a new route, and for the next one of the same day. */
export function NewRutaForm() {
  const create = useSave('POST /api/rutas')
  const close = useClose()
  const [round, setRound] = useState({ count: 0, day: '' })
  return (
    <RutaForm
      key={round.count}
      title="Ingresar Ruta"
      values={newValues(round.day)}
      version={null}
      resolver={newRutaResolver}
      failed="Error al crear la ruta"
      save={(values) => create({ body: sentOf(values) })}
      andThen={async (message, { fecha }) => {
        const another = await tell('success', message, 'Ingresar otra')
        if (another) setRound({ count: round.count + 1, day: fecha })
        else await close(lastAddressOf('/rutas'))
      }}
    />
  )
}
