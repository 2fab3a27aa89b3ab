# Installs a formula where there is no Homebrew, and runs its test: ruby try.rb FORMULA ARCHIVES FOLDER
#
# What the formula downloads is taken from the folder ARCHIVES instead, by its name, and must have the checksum that the formula gives.
# The words of formulas that ours uses are below; any other is an error.
require "digest"
require "fileutils"
require "pathname"
require "rbconfig"

FORMULA, ARCHIVES, FOLDER = ARGV.map { |path| Pathname.new(File.expand_path(path)) }
PREFIX = FOLDER / "prefix"

class Pathname
  def install(files)
    mkpath
    files = files.is_a?(Hash) ? files : Array(files).to_h { |file| [file, File.basename(file)] }
    raise "nothing to install in #{self}" if files.empty?
    files.each { |from, to| FileUtils.cp(from, self / to) }
  end
end

class Formula
  class << self
    attr_reader :archive, :checksum, :trial

    %i[desc homepage version license].each do |word|
      define_method(word) { |value| raise "#{word} is empty" if value.to_s.empty? }
    end

    def on_macos = (yield if RbConfig::CONFIG["host_os"].include?("darwin"))
    def on_linux = (yield if RbConfig::CONFIG["host_os"].include?("linux"))
    def on_arm = (yield if RbConfig::CONFIG["host_cpu"].match?(/arm64|aarch64/))
    def on_intel = (yield if RbConfig::CONFIG["host_cpu"].match?(/x86_64|x64/))
    def url(address) = @archive = ARCHIVES / File.basename(address)
    def sha256(sum) = @checksum = sum
    def test(&trial) = @trial = trial
  end

  def bin = PREFIX / "bin"
  def man1 = PREFIX / "share/man/man1"
  def bash_completion = PREFIX / "etc/bash_completion.d"
  def zsh_completion = PREFIX / "share/zsh/site-functions"
  def fish_completion = PREFIX / "share/fish/vendor_completions.d"
  def testpath = FOLDER / "test"

  def shell_output(command)
    said = `#{command}`
    raise "#{command} ended with #{$?.exitstatus}" unless $?.success?
    said
  end

  def assert_equal(wanted, found)
    raise "#{found.inspect} instead of #{wanted.inspect}" unless wanted == found
  end
end

load FORMULA.to_s
formula = Pellucid
abort "the formula has no archive for this machine" unless formula.archive
raise "#{formula.archive} has another checksum" unless Digest::SHA256.file(formula.archive).hexdigest == formula.checksum

unpacked = (FOLDER / "unpacked").tap(&:mkpath)
system("tar", "-xzf", formula.archive.to_s, "-C", unpacked.to_s, exception: true)
Dir.chdir(unpacked.children.first) { formula.new.install }
formula.new.testpath.mkpath
Dir.chdir(formula.new.testpath) { formula.new.instance_exec(&formula.trial) }
