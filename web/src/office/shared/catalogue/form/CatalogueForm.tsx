import '@flota/contract/core/zodConfig.ts'
import { useState } from 'react'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { useClose } from '../../../../ui/navigationGuard.ts'
import type { Catalogue } from '../calls.ts'
import { catalogueForm } from './catalogueForm.ts'

interface Props {
  catalogue: Catalogue
  /** Null for a new record. */
  id: string | null
}

export function CatalogueForm({ catalogue, id }: Props) {
  const { words, screens } = catalogue
  const [form] = useState(() => catalogueForm(catalogue))
  const close = useClose()
  return (
    <RecordForm
      {...form}
      id={id}
      refusal={({ message }) => ({ title: id ? words.updateFailed : words.createFailed, detail: message })}
      onClose={() => close(lastListAddress(screens.list))}
    />
  )
}
