import { usuarios } from '@flota/contract/account/usuarios.ts'
import { permisosDineroText, permisosText, rolWords } from '@flota/contract/core/permisoWords.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { cell, type ListColumn, listWorkbook, momentCell } from '../../platform/xlsx/list.ts'
import { type UsuarioLine, usuariosExportQuery } from './queries.ts'

const columnsIn = (zona: string): readonly ListColumn<UsuarioLine>[] => [
  { title: 'Usuario', ...cell(26, ({ username }) => username) },
  { title: 'Rol', ...cell(15, ({ rol_nombre }) => rolWords[rol_nombre]) },
  { title: 'Piloto', ...cell(34, ({ piloto }) => piloto) },
  { title: 'Permisos', ...cell(44, permisosText) },
  { title: 'Permisos de dinero', ...cell(44, permisosDineroText) },
  { title: 'Estado', ...cell(12, ({ estado }) => (estado === 'activo' ? 'Activo' : 'Inactivo')) },
  { title: 'Creado', ...momentCell(zona, ({ creado_en }) => creado_en) },
]

export function usuariosExportar(app: App, context: ExportContext): void {
  const zona = context.clock.env.TZ_EMPRESA
  serveExport(app, usuarios.exportar, context, {
    tipo: 'usuarios',
    title: 'Usuarios',
    find: usuariosExportQuery,
    write: (batches: AsyncIterable<UsuarioLine[]>, about) =>
      listWorkbook(columnsIn(zona), batches, about, 'Usuarios'),
  })
}
