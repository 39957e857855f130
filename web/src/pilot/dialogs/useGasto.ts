import { sentences } from '@flota/contract/core/sentences.ts'
import type { Concepto } from '@flota/contract/records/dinero.ts'
import { useState } from 'react'
import { parseAmount } from '../../ui/parseAmount.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { ItemDraft } from '../outbox/outboxItems.ts'
import type { DialogDraft, DialogProps } from './dialogProps.ts'
import { useDialogDraft, useDialogSave } from './useDialogDraft.ts'
import { usePhotos } from './usePhotos.ts'

interface GastoDraft extends DialogDraft {
  concepto: Concepto | ''
  monto: string
  descripcion: string
}

interface GastoErrors {
  concepto?: string | undefined
  monto?: string | undefined
}

/** Returns the errors that the server would return. */
function validateGasto({ concepto, monto }: GastoDraft): GastoErrors {
  const amount = parseAmount(monto)
  const isAmount = /^\d+(\.\d{1,2})?$/.test(amount) && Number(amount) <= 99_999_999.99
  const amountError = isAmount
    ? Number(amount) === 0 && 'El monto debe ser mayor que cero.'
    : 'Escribe una cantidad de 0 a 99999999.99, con dos decimales como máximo.'
  return {
    concepto: concepto === '' ? sentences.required : undefined,
    monto: (amount === '' ? sentences.required : amountError) || undefined,
  }
}

/** A receipt; the outbox sends it after its expense. */
const createReceiptDraft = async (...about: Parameters<typeof createPictureDraft>): Promise<ItemDraft> => ({
  ...(await createPictureDraft(...about)),
  de: 'gasto',
})

/** Manages the values of GastoDialog and stores them in the outbox. */
export function useGasto({ ruta, onClose }: DialogProps) {
  const { values, storedDraft, change, drop } = useDialogDraft<GastoDraft>({
    dialog: 'Gasto',
    antes: ruta,
    concepto: '',
    monto: '',
    descripcion: '',
  })
  const { concepto, monto, descripcion } = values
  const [failure, setFailure] = useState<string | null>(null)
  const [errors, setErrors] = useState<GastoErrors>({})
  const photos = usePhotos({ resumesDraft: storedDraft !== null, onFailure: setFailure })
  const { busy, close, save, end } = useDialogSave({
    isTouched: monto !== '' || concepto !== '' || photos.photos.length > 0,
    onEnd: () => {
      drop()
      photos.forget()
    },
    onFailure: setFailure,
    onClose,
  })
  const enqueueGasto = async () => {
    const found = validateGasto(values)
    setErrors(found)
    setFailure(null)
    if (concepto === '' || found.monto) return
    const datos = { concepto, monto: Number(parseAmount(monto)), descripcion: descripcion.trim() || null }
    const receipts = (await photos.all()).map(({ bytes, about }) =>
      createReceiptDraft(bytes, about, 'comprobante'),
    )
    await enqueue(ruta, [{ clase: 'gasto', datos }, ...(await Promise.all(receipts))])
    end()
  }
  return { values, change, photos, failure, errors, busy, close, save: () => void save(enqueueGasto) }
}
