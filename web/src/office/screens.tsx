import type { LoadScreen, OfficePage } from '../shell/paths.ts'
import { AccesoDenegado } from './frame/AccesoDenegado.tsx'
import { AppLayout } from './frame/AppLayout.tsx'
import { cataloguePages } from './shared/catalogue/screens.tsx'

export const frame = { AppLayout, AccesoDenegado }

const loadRutaForm = async () => (await import('./features/rutas/form/RutaForm.tsx')).RutaForm
const loadRutaDetail = async () => (await import('./features/rutas/RutaDetail.tsx')).RutaDetail

/** One screen per page of the contract; the type rejects a missing one. */
export const screens: Record<OfficePage, LoadScreen> = {
  '/dashboard': async () => (await import('./features/dashboard/DashboardPage.tsx')).DashboardPage,
  '/admin-dashboard': async () => (await import('./features/dashboard/AdminPage.tsx')).AdminPage,
  '/rutas': async () => (await import('./features/rutas/RutasPage.tsx')).RutasPage,
  '/tablero': async () => (await import('./features/tablero/TableroPage.tsx')).TableroPage,
  '/ingresar-ruta': loadRutaForm,
  '/editar-ruta/:id': loadRutaForm,
  '/mostrar-ruta/:id': loadRutaDetail,
  '/ver-ruta/:id': loadRutaDetail,
  ...cataloguePages,
  '/mantenimientos': async () =>
    (await import('./features/mantenimientos/MantenimientosPage.tsx')).MantenimientosPage,
  '/planes': async () => (await import('./features/planes/PlanesPage.tsx')).PlanesPage,
  '/vencimientos': async () =>
    (await import('./features/vencimientos/VencimientosPage.tsx')).VencimientosPage,
  '/ver-mantenimiento/:id': async () =>
    (await import('./features/mantenimientos/MantenimientoDetail.tsx')).MantenimientoDetail,
  '/tarifas': async () => (await import('./features/tarifas/TarifasPage.tsx')).TarifasPage,
  '/importar': async () => (await import('./features/importar/ImportarPage.tsx')).ImportarPage,
  '/reportes': async () => (await import('./features/reportes/ReportesPage.tsx')).ReportesPage,
  '/dinero': async () => (await import('./features/dinero/DineroPage.tsx')).DineroPage,
  '/dinero/piloto/:id': async () => (await import('./features/dinero/piloto/PilotoPage.tsx')).PilotoPage,
  '/dinero/liquidacion/:id': async () =>
    (await import('./features/dinero/LiquidacionPage.tsx')).LiquidacionPage,
  '/cobros': async () => (await import('./features/cobros/CobrosPage.tsx')).CobrosPage,
  '/cobros/cliente/:id': async () => (await import('./features/cobros/cliente/ClientePage.tsx')).ClientePage,
  '/cobros/factura/:id': async () => (await import('./features/cobros/factura/FacturaPage.tsx')).FacturaPage,
  '/combustible': async () => (await import('./features/combustible/CombustiblePage.tsx')).CombustiblePage,
  '/usuarios': async () => (await import('./features/usuarios/UsuariosPage.tsx')).UsuariosPage,
  '/papelera': async () => (await import('./features/papelera/PapeleraPage.tsx')).PapeleraPage,
  '/bitacora': async () => (await import('./features/bitacora/BitacoraPage.tsx')).BitacoraPage,
  '/ajustes': async () => (await import('./features/ajustes/AjustesPage.tsx')).AjustesPage,
  '/mi-cuenta': async () => (await import('./features/cuenta/MiCuentaPage.tsx')).MiCuentaPage,
  '/segundo-factor': async () => (await import('./features/cuenta/SegundoFactorPage.tsx')).SegundoFactorPage,
  '/ayuda': async () => (await import('./features/ayuda/AyudaPage.tsx')).AyudaPage,
}
