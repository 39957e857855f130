import type { Access } from '@flota/contract/access.ts'
import { usePermission } from '../../../api/session.ts'
import type { FileCall } from './downloadFile.ts'
import { ExportButtons, ExportProgress } from './ExportControls.tsx'
import { useExport } from './useExport.ts'

interface Props {
  call: FileCall
  /** All are required. */
  access: readonly Access[]
  disabled: boolean
}

/** Exports all pages of a list with its current filters. */
export function ListExport({ call, access, disabled }: Props) {
  const isAllowed = usePermission()
  const exporting = useExport(() => call)
  if (!access.every(isAllowed)) return null
  return (
    <>
      <ExportButtons labels={{ excel: 'Exportar Excel' }} exporting={exporting} disabled={disabled} />
      <ExportProgress exporting={exporting} place="page" />
    </>
  )
}
