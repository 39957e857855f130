import type { Concepto } from '@flota/contract/dinero.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { openDraft } from '../../api/drafts.ts'
import { getSession } from '../../api/session.ts'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { parseAmount } from '../../ui/parseAmount.ts'
import { useNavigationGuard } from '../../ui/useNavigationGuard.ts'
import type { MiRuta } from '../misRutas.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { ItemDraft } from '../outbox/outboxItems.ts'
import { type DialogDraft, type DialogProps, draftPath } from './dialogProps.ts'
import { usePhotos } from './usePhotos.ts'
import { useSingleFlight } from './useSingleFlight.ts'

interface GastoDraft extends DialogDraft {
  concepto: Concepto | ''
  monto: string
  descripcion: string
}

/** What is typed, kept for a session or page that ends meanwhile. */
function useGastoDraft(ruta: MiRuta) {
  const [draft] = useState(() => openDraft<GastoDraft>(getSession()?.user.username ?? '', draftPath))
  const [storedDraft] = useState(() => {
    const kept = draft.read()
    return kept?.dialog === 'Gasto' && kept.antes.id === ruta.id ? kept : null
  })
  const [typed, setTyped] = useState<GastoDraft>(
    storedDraft ?? { dialog: 'Gasto', antes: ruta, concepto: '', monto: '', descripcion: '' },
  )
  const change = (part: Partial<GastoDraft>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.keep(next)
  }
  return { typed, isBegun: storedDraft !== null, change, drop: draft.drop }
}

interface GastoErrors {
  concepto?: string | undefined
  monto?: string | undefined
}

/** What the server would refuse, in its words. */
function validateGasto({ concepto, monto }: GastoDraft): GastoErrors {
  const said = parseAmount(monto)
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
const createReceiptDraft = async (...about: Parameters<typeof createPictureDraft>): Promise<ItemDraft> => ({
  ...(await createPictureDraft(...about)),
  de: 'gasto',
})

/** What is typed and taken of a gasto, and how it becomes what the phone keeps. */
export function useGasto({ ruta, onClose }: DialogProps) {
  const { typed, isBegun, change, drop } = useGastoDraft(ruta)
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<GastoErrors>({})
  const { busy, isSaving, save } = useSingleFlight(setFailure)
  const photos = usePhotos({ resumesDraft: isBegun, onFailure: setFailure })
  const end = () => {
    drop()
    photos.forget()
  }
  const isTouched = typed.monto !== '' || typed.concepto !== '' || photos.photos.length > 0
  const releaseGuard = useNavigationGuard(isTouched, end)
  const keep = async () => {
    const found = validateGasto(typed)
    setFaults(found)
    setFailure(null)
    const { concepto, monto, descripcion } = typed
    if (concepto === '' || found.monto) return
    const datos = { concepto, monto: Number(parseAmount(monto)), descripcion: descripcion.trim() || null }
    const taken = await photos.all()
    const proofs = taken.map(({ bytes, about }) => createReceiptDraft(bytes, about, 'comprobante'))
    await enqueue(ruta, [{ clase: 'gasto', datos }, ...(await Promise.all(proofs))])
    end()
    releaseGuard()
    onClose()
  }
  const close = async () => {
    if (isSaving() || !(await confirmLeave())) return
    end()
    onClose()
  }
  return { typed, change, photos, failure, faults, busy, close, save: () => void save(keep) }
}
