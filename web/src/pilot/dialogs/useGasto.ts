import type { Concepto } from '@flota/contract/dinero.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { openDraft } from '../../api/drafts.ts'
import { getSession } from '../../api/session.ts'
import { mayLeave } from '../../ui/navigationGuard.ts'
import { parseCantidad } from '../../ui/parseAmount.ts'
import { useAskBeforeLeaving } from '../../ui/useNavigationGuard.ts'
import type { MiRuta } from '../misRutas.ts'
import { pictureOf } from '../outbox/createPictureDraft.ts'
import { decide } from '../outbox/outbox.ts'
import type { Part } from '../outbox/outboxItems.ts'
import { type DialogProps, type Draft, draftPath } from './dialogProps.ts'
import { usePhotos } from './usePhotos.ts'
import { useSaving } from './useSingleFlight.ts'

interface GastoDraft extends Draft {
  concepto: Concepto | ''
  monto: string
  descripcion: string
}

/** What is typed, kept for a session or page that ends meanwhile. */
function useTyped(ruta: MiRuta) {
  const [draft] = useState(() => openDraft<GastoDraft>(getSession()?.user.username ?? '', draftPath))
  const [left] = useState(() => {
    const kept = draft.read()
    return kept?.dialog === 'Gasto' && kept.antes.id === ruta.id ? kept : null
  })
  const [typed, setTyped] = useState<GastoDraft>(
    left ?? { dialog: 'Gasto', antes: ruta, concepto: '', monto: '', descripcion: '' },
  )
  const change = (part: Partial<GastoDraft>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.keep(next)
  }
  return { typed, isBegun: left !== null, change, drop: draft.drop }
}

interface Faults {
  concepto?: string | undefined
  monto?: string | undefined
}

/** What the server would refuse, in its words. */
function faultsOf({ concepto, monto }: GastoDraft): Faults {
  const said = parseCantidad(monto)
  const isAmount = /^\d+(\.\d{1,2})?$/.test(said) && Number(said) <= 99_999_999.99
  const wrong = isAmount
    ? Number(said) === 0 && 'El monto debe ser mayor que cero.'
    : 'Escribe una cantidad de 0 a 99999999.99, con dos decimales como máximo.'
  return {
    concepto: concepto === '' ? sentences.required : undefined,
    monto: (said === '' ? sentences.required : wrong) || undefined,
  }
}

/** What proves it leaves once the server has the gasto. */
const proofOf = async (...about: Parameters<typeof pictureOf>): Promise<Part> => ({
  ...(await pictureOf(...about)),
  de: 'gasto',
})

/** What is typed and taken of a gasto, and how it becomes what the phone keeps. */
export function useGasto({ ruta, onClose }: DialogProps) {
  const { typed, isBegun, change, drop } = useTyped(ruta)
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, isSaving, save } = useSaving(setFailure)
  const photos = usePhotos({ left: isBegun, onFailure: setFailure })
  const end = () => {
    drop()
    photos.forget()
  }
  const isTouched = typed.monto !== '' || typed.concepto !== '' || photos.photos.length > 0
  const letGo = useAskBeforeLeaving(isTouched, end)
  const keep = async () => {
    const found = faultsOf(typed)
    setFaults(found)
    setFailure(null)
    const { concepto, monto, descripcion } = typed
    if (concepto === '' || found.monto) return
    const datos = { concepto, monto: Number(parseCantidad(monto)), descripcion: descripcion.trim() || null }
    const taken = await photos.all()
    const proofs = taken.map(({ bytes, about }) => proofOf(bytes, about, 'comprobante'))
    await decide(ruta, [{ clase: 'gasto', datos }, ...(await Promise.all(proofs))])
    end()
    letGo()
    onClose()
  }
  const close = async () => {
    if (isSaving() || !(await mayLeave())) return
    end()
    onClose()
  }
  return { typed, change, photos, failure, faults, busy, close, save: () => void save(keep) }
}
