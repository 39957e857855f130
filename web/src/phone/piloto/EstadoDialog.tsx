import { sinRuta } from '@flota/contract/format.ts'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { mayLeave } from '../../ui/leaving.ts'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { useAskBeforeLeaving } from '../../ui/useAskBeforeLeaving.ts'
import { ChangeFailure, type Failure } from './ChangeFailure.tsx'
import { CommentField, maxComment } from './CommentField.tsx'
import { differences } from './differences.ts'
import type { Decision } from './draft.ts'
import { EstadoChoices } from './EstadoChoices.tsx'
import type { MiRuta } from './misRutas.ts'
import type { Outcome } from './useCambios.ts'

interface Props {
  start: Decision
  /** The server's refusal of a change sent from outside the dialog. */
  refused: Failure | null
  send: (decision: Decision) => Promise<Outcome>
  /** The route now; null when it is no longer the pilot's, undefined when unknown. */
  readAgain: (id: number) => Promise<MiRuta | null | undefined>
  /** Keeps the draft; null drops it. */
  keep: (draft: Decision | null) => void
  onClose: () => void
}

const count = (text: string) => [...text.trim()].length

/** What is wrong with a decision before sending. */
function fault({ antes, nuevoEstado, comentario }: Decision): string | null {
  if (count(comentario) > maxComment) return 'El comentario tiene más de 2,000 caracteres.'
  if (nuevoEstado === antes.estado && !comentario.trim()) return 'Elige otro estado o escribe un comentario.'
  return null
}

/** 'Cambiar Estado'; what was typed is kept until the server has it. */
export function EstadoDialog({ start, refused, send, readAgain, keep, onClose }: Props) {
  const [decision, setDecision] = useState(start)
  const [failure, setFailure] = useState(refused)
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const { antes, nuevoEstado, comentario } = decision
  const waiting = failure?.kind === 'unsent'
  const letGo = useAskBeforeLeaving(comentario.trim() !== '' && !waiting, () => keep(null))
  const failureRef = useFocusOn(failure)

  const change = (part: Partial<Decision>) => {
    const next = { ...decision, ...part }
    setDecision(next)
    keep(next)
    // An edit from here on is another decision than the one waiting to be sent.
    if (waiting) setFailure(null)
  }
  const close = async () => {
    if (saving.current || !(await mayLeave())) return
    keep(null)
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.current) return
    const wrong = fault(decision)
    if (wrong) return setFailure({ kind: 'fault', reason: wrong })
    saving.current = true
    setBusy(true)
    keep(null)
    const outcome = await send({ ...decision, comentario: comentario.trim() })
    saving.current = false
    setBusy(false)
    if (outcome.kind === 'done') return letGo()
    if (outcome.kind === 'unsent') return setFailure(outcome)
    keep(decision)
    const now = outcome.stale ? await readAgain(antes.id) : undefined
    if (now) setDecision((typed) => ({ ...typed, antes: now }))
    setFailure({ ...outcome, gone: now === null, changes: now ? differences(antes, now) : [] })
  }

  return (
    <Modal
      title={`Cambiar Estado · Ruta ${sinRuta(antes.no_ruta)}`}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <form noValidate onSubmit={(event) => void save(event)} className="mt-4 grid gap-4">
        {failure && <ChangeFailure failure={failure} ref={failureRef} />}
        <EstadoChoices
          current={antes.estado}
          value={nuevoEstado}
          onChange={(estado) => change({ nuevoEstado: estado })}
        />
        <CommentField value={comentario} onChange={(text) => change({ comentario: text })} />
        <div className={sheetFooterClass}>
          <Button onClick={() => void close()} className="flex-1 py-4 text-base">
            {waiting ? 'Cerrar' : 'Cancelar'}
          </Button>
          <Button look="primary" type="submit" busy={busy} className="flex-1 py-4 text-base">
            {waiting ? 'Enviar de nuevo' : 'Guardar'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Moves focus to a refusal, for the eye and the screen reader. */
function useFocusOn(failure: Failure | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) ref.current?.focus()
  }, [failure])
  return ref
}
