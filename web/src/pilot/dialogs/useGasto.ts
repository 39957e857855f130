import { sentences } from '@flota/contract/core/sentences.ts'
import type { Concepto } from '@flota/contract/records/dinero.ts'
import { useState } from 'react'
import { parseAmount } from '../../ui/parseAmount.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import type { ItemDraft } from '../outbox/outboxItems.ts'
import type { DialogDraft, DialogProps } from './dialogProps.ts'
import { useDialogForm } from './useDialogForm.ts'

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
  const form = useDialogForm<GastoDraft>({
    initial: { dialog: 'Gasto', antes: ruta, concepto: '', monto: '', descripcion: '' },
    isTouched: ({ values, photoCount }) => values.monto !== '' || values.concepto !== '' || photoCount > 0,
    onClose,
  })
  const { concepto, monto, descripcion } = form.values
  const [errors, setErrors] = useState<GastoErrors>({})
  const enqueueGasto = async () => {
    const found = validateGasto(form.values)
    setErrors(found)
    form.setFailure(null)
    if (concepto === '' || found.monto) return
    const datos = { concepto, monto: Number(parseAmount(monto)), descripcion: descripcion.trim() || null }
    const receipts = (await form.photos.all()).map(({ bytes, about }) =>
      createReceiptDraft(bytes, about, 'comprobante'),
    )
    await enqueue(ruta, [{ clase: 'gasto', datos }, ...(await Promise.all(receipts))])
    form.end()
  }
  return { ...form, errors, save: () => void form.save(enqueueGasto) }
}
