import type { Access } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { EllipsisVertical, FileSpreadsheet, FileText, type LucideIcon, Printer, Upload } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { Menu } from '../../../list/Menu.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import type { ExportKind, FileCall } from './downloadFile.ts'
import { ImportLink, useImportHref } from './ImportLink.tsx'
import { type Export, fileNames, useExport } from './useExport.ts'

const icons: Record<ExportKind, LucideIcon> = { excel: FileSpreadsheet, pdf: FileText, print: Printer }

interface ButtonsProps {
  labels: Partial<Record<ExportKind, string>>
  primary?: ExportKind
  exporting: Export
  disabled?: boolean
}

export function ExportButtons({
  labels,
  primary,
  exporting: { running, start },
  disabled = false,
}: ButtonsProps) {
  // Object.entries loses the type of the keys.
  return (Object.entries(labels) as [ExportKind, string][]).map(([kind, label]) => {
    const Icon = icons[kind]
    const busy = running?.kind === kind
    return (
      <Button
        key={kind}
        look={kind === primary ? 'primary' : 'secondary'}
        busy={busy}
        disabled={disabled || (running !== null && !busy)}
        onClick={() => start(kind)}
        className="max-md:flex-1"
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0" />
        {label}
      </Button>
    )
  })
}

const megabytes = new Intl.NumberFormat('es-GT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const positionClasses = {
  page: 'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md',
  /** Above the sheet's buttons. */
  footer: 'absolute inset-x-4 bottom-full mx-auto max-w-md',
} as const

/** Shows the received bytes and a cancel button. The total is unknown, so there is no percentage. */
export function ExportProgress({
  exporting,
  place,
}: {
  exporting: Export
  place: keyof typeof positionClasses
}) {
  const { running, notice, dismiss, cancel } = exporting
  if (notice)
    return (
      <div className={positionClasses[place]}>
        <Banner kind="notice" title={notice} action={<Button onClick={dismiss}>Entendido</Button>} />
      </div>
    )
  return (
    running && (
      <ExportProgressBar
        key={running.kind}
        {...running}
        className={positionClasses[place]}
        onCancel={cancel}
      />
    )
  )
}

interface ExportProgressBarProps extends NonNullable<Export['running']> {
  className: string
  onCancel: () => void
}

function ExportProgressBar({ kind, received, className, onCancel }: ExportProgressBarProps) {
  const [opener] = useState(() => document.activeElement)
  const element = useRef<HTMLDivElement>(null)
  // Returns the focus from the cancel button to the button that started the export.
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      if (opener instanceof HTMLElement) opener.focus()
      // That button may be behind a dialog opened since; then the dialog gets the focus.
      if (own.contains(document.activeElement)) own.closest('dialog')?.focus()
    }
  }, [opener])
  return (
    <div
      ref={element}
      className={`${className} appears-late flex items-center gap-4 rounded-ui border border-line bg-card p-3 pl-4 shadow-soft`}
    >
      <div className="min-w-0 flex-1">
        <output className="block">
          Generando {fileNames[kind]}…{received > 0 && ` ${megabytes.format(received / 10)} MB`}
        </output>
        <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded-full bg-sunken">
          <span className="slides block h-full w-1/4 bg-accent" />
        </span>
      </div>
      <Button onClick={onCancel}>Cancelar</Button>
    </div>
  )
}

interface Props {
  call: FileCall
  /** Required besides the call's own permission. */
  access?: Access
  disabled: boolean
  /** Name of the list in the import; by default none. */
  importTipo?: string
}

const exportLabel = 'Exportar'

/** Exports all pages of a list with its current filters, and leads to its import; on a phone from one menu. */
export function ListExport({ call, access, disabled, importTipo }: Props) {
  const may = usePermission()
  const exporting = useExport(() => call)
  const importHref = useImportHref(importTipo)
  const isPhone = useIsPhone()
  const [, navigate] = useLocation()
  const mayExport = may(calls[call.line]) && (!access || may(access))
  const toImport = importHref && { label: 'Importar', Icon: Upload, onSelect: () => navigate(importHref) }
  const toExport = mayExport &&
    !disabled && { label: exportLabel, Icon: FileSpreadsheet, onSelect: () => exporting.start('excel') }
  const actions = [toExport, toImport].filter((each) => each !== undefined && each !== false && each !== '')
  return (
    <>
      {isPhone
        ? actions.length > 0 && (
            <Menu
              actions={actions}
              trigger={(attributes) => (
                <IconButton {...attributes} label="Más opciones de la lista">
                  <EllipsisVertical aria-hidden="true" />
                </IconButton>
              )}
            />
          )
        : mayExport && (
            <ExportButtons labels={{ excel: exportLabel }} exporting={exporting} disabled={disabled} />
          )}
      {!isPhone && importTipo && <ImportLink tipo={importTipo} />}
      {mayExport && <ExportProgress exporting={exporting} place="page" />}
    </>
  )
}
