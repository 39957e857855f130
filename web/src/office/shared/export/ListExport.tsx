import type { Access } from '@flota/contract/access.ts'
import { usePermission } from '../../../api/session.ts'
import type { FileCall } from './downloadFile.ts'
import { ExportButtons, ExportProgress } from './ExportControls.tsx'
import { useExport } from './useExport.ts'

interface Props {
  /** The list's own call, with what narrows and orders it now. */
  call: FileCall
  /** All of them are needed. */
  access: readonly Access[]
  /** Nothing is there to export. */
  disabled: boolean
}

/** What a list shows, all pages of it, as a file. */
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
