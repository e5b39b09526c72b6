REM Saves the document at the URL source with a filter at the URL target, protected with a
REM password: the one thing that soffice --convert-to has no option for.
Sub Protect(source As String, target As String, filter As String, password As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  Dim save(1) As New com.sun.star.beans.PropertyValue
  save(0).Name = "FilterName"
  save(0).Value = filter
  save(1).Name = "Password"
  save(1).Value = password
  document.storeToURL(target, save())
  document.close(True)
End Sub
