import { fechaInWords } from '@flota/contract/core/calendar.ts'
import type { ComponentProps } from 'react'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { DialogLoading } from '../../../../form/DialogLoading.tsx'
import { nextWorkday } from '../../../../trip/office/nextWorkday.ts'
import { CopyForm } from '../../../shared/form/CopyForm.tsx'

type Props = Pick<ComponentProps<typeof CopyForm>, 'onCreated' | 'onClose'> & { dia: string }

/** Copies the trips whose date is the shown day. */
export function CopyDayDialog({ dia, onCreated, onClose }: Props) {
  const answer = useEndpoint('GET /api/rutas', { query: { desde: dia, hasta: dia, orden: 'antiguas' } })
  const title = `Copiar viajes: ${fechaInWords(dia)}`
  if (!answer.data || answer.isPlaceholderData)
    return (
      <DialogLoading title={title} errorTitle="Error al cargar los viajes" query={answer} onClose={onClose} />
    )
  return (
    <CopyForm
      title={title}
      rutas={answer.data.data}
      dia={nextWorkday(dia)}
      onCreated={onCreated}
      onClose={onClose}
    />
  )
}
