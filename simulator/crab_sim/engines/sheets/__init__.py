"""Spreadsheets: workbooks as plain data, formulas as LibreOffice Calc has them, and the files that hold them."""
