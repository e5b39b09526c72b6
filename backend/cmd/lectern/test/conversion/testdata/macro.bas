REM Creates a workbook with a VBA project, from which macro.xlsx was made by hand: the sheet was
REM replaced by one with a text and the formula Canary(), the properties and the theme were removed,
REM and the content type of the workbook was changed to that of a workbook without macros.
Sub Make(target As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, hidden())
  book.BasicLibraries.VBACompatibilityMode = True
  book.BasicLibraries.ProjectName = "VBAProject"
  book.BasicLibraries.createLibrary("VBAProject")
  project = book.BasicLibraries.getByName("VBAProject")
  Dim kind As New com.sun.star.script.ModuleInfo
  kind.ModuleType = com.sun.star.script.ModuleType.NORMAL
  project.insertModuleInfo("Module1", kind)
  head = "Rem Attribute VBA_ModuleType=VBAModule" & Chr(10) & "Option VBASupport 1" & Chr(10)
  project.insertByName("Module1", head & "Function Canary()" & Chr(10) & "Canary = ""RAN""" & Chr(10) & "End Function" & Chr(10))
  Dim save(0) As New com.sun.star.beans.PropertyValue
  save(0).Name = "FilterName"
  save(0).Value = "Calc MS Excel 2007 VBA XML"
  book.storeToURL(target, save())
  book.close(True)
End Sub
