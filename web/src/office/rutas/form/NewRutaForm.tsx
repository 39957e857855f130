import { sentences } from '@flota/contract/sentences.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { lastAddressOf } from '../../../api/cache/lastAddress.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { useClose } from '../../../ui/leaving.ts'
import { tell } from '../../../ui/ResultPopup.tsx'
import { RutaForm } from './RutaForm.tsx'
import { newRutaResolver } from './RutaFormResolver.ts'
import { isSavedAlready } from './savedAlready.ts'
import { newValues, sentOf, type Values } from './values.ts'

/** The form for a new route, and for the next one of the same day. */
export function NewRutaForm() {
  const create = useSave('POST /api/rutas')
  const close = useClose()
  const [round, setRound] = useState({ count: 0, day: '' })
  /** The number that was sent when no answer came: that route may have been saved all the same. */
  const unanswered = useRef('')
  const save = async (values: Values) => {
    try {
      return await create({ body: sentOf(values) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const repeated = error.status === 409 && unanswered.current === values.no_ruta
      if (repeated && (await isSavedAlready(values).catch(() => false)))
        return { message: sentences.rutaCreated }
      if (error.status === 0) unanswered.current = values.no_ruta
      throw error
    }
  }
  return (
    <RutaForm
      key={round.count}
      title="Ingresar Ruta"
      values={newValues(round.day)}
      version={null}
      resolver={newRutaResolver}
      failed="Error al crear la ruta"
      save={save}
      andThen={async (message, { fecha }) => {
        const another = await tell('success', message, 'Ingresar otra')
        if (another) setRound({ count: round.count + 1, day: fecha })
        else await close(lastAddressOf('/rutas'))
      }}
    />
  )
}
