import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useSession } from '../../../api/session.ts'
import { FormModal } from '../../../shell/FormModal.tsx'
import { Avisos } from '../../../viaje/office/Avisos.tsx'
import { mayExcept } from '../../../viaje/office/motivo.ts'
import { useRevision } from '../../../viaje/office/useRevision.ts'
import { DialogLoading } from '../../parts/form/DialogLoading.tsx'
import { askedOf } from '../askedOf.ts'
import type { Asked } from '../useCambio.tsx'
import { type Changes, type Done, useSaveCambio } from '../useSaveCambio.ts'
import { CambioFields, Motivo } from './CambioFields.tsx'
import { useTyped } from './useTyped.ts'

type Props = Asked & {
  zona: string
  onClose: () => void
  onSaved: (done: Done) => void
  refresh: () => unknown
}

const titles: Record<Asked['cambio'], string> = {
  camion: 'Cambiar camión',
  piloto: 'Cambiar piloto',
  hora: 'Mover a las',
  estado: 'Cambiar estado',
  mover: 'Mover',
}

/** Reads the trip anew, because a change is sent with all of it. */
export function CambioDialog(props: Props) {
  const { viaje, cambio, onClose } = props
  const answer = useEndpoint('GET /api/rutas/:id', { params: { id: viaje.id } })
  const title = `${titles[cambio]}: ${viaje.no_ruta}`
  if (!answer.data)
    return <DialogLoading title={title} failed="Error al cargar la ruta" of={answer} onClose={onClose} />
  return <CambioForm {...props} title={title} ruta={answer.data.data} />
}

/** What is asked where a move is refused: its avisos, and an administrador's reason. */
function useExcepcion(ruta: Ruta, changes: Changes | null, begun: readonly AvisoDeViaje[] | undefined) {
  const may = mayExcept(useSession())
  const { key, avisos } = useRevision(changes && askedOf(ruta, changes))
  const [refused, setRefused] = useState(begun && { avisos: begun, of: key })
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return {
    asked: may && refused !== undefined,
    avisos: refused?.of === key ? refused.avisos : avisos,
    refuse: (error: unknown) => {
      if (error instanceof ApiError && error.avisos) setRefused({ avisos: error.avisos, of: key })
    },
    typed: [typed, setTyped] as const,
    sent: reason ? { motivo_excepcion: reason } : {},
  }
}

function CambioForm({ title, ...props }: Props & { title: string; ruta: Ruta }) {
  const { viaje, cambio, ruta, refused, onClose, onSaved, refresh } = props
  const typed = useTyped(props)
  const excepcion = useExcepcion(ruta, cambio === 'estado' ? null : typed.changes, refused)
  const { change, changeEstado } = useSaveCambio(props.zona, refresh)
  const [done, setDone] = useState<Done>()
  const save = async () => {
    const result =
      cambio === 'estado'
        ? await changeEstado(viaje, typed.estado[0])
        : await change(viaje, ruta, { ...typed.changes, ...excepcion.sent })
    setDone(result)
    onSaved(result)
    return result
  }
  return (
    <FormModal
      title={title}
      onClose={onClose}
      changed={typed.changed && !done}
      check={() => typed.wrong}
      save={() =>
        save().catch((error: unknown) => {
          excepcion.refuse(error)
          throw error
        })
      }
      told={() => undefined}
      failureOf={(cause) => ({ title: 'No se cambió la ruta', detail: cause })}
    >
      {(campos) => (
        <>
          <CambioFields cambio={cambio} typed={typed} campos={campos} />
          {excepcion.asked && <Motivo typed={excepcion.typed} error={campos.motivo_excepcion} />}
          {cambio !== 'estado' && (
            <div aria-live="polite">{excepcion.avisos && <Avisos avisos={excepcion.avisos} />}</div>
          )}
        </>
      )}
    </FormModal>
  )
}
