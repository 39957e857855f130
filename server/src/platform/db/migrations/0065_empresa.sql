-- The company's name, logo and paper, and whether its prices include VAT.
alter table ajustes
  -- Null: EMPRESA_NOMBRE.
  add column nombre text,
  -- Paper of the report as PDF.
  add column papel text not null default 'a4' check (papel in ('a4', 'carta')),
  add column precios_incluyen_iva boolean not null default true;

-- The logo is a file of ajustes: as uploaded, and as PNG where paper and mail can't show it.
alter table archivos drop constraint archivos_clase_check;
alter table archivos add constraint archivos_clase_check
  check (clase in ('foto', 'firma', 'comprobante', 'documento', 'logo', 'logo_impreso'));
